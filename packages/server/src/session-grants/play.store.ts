import type { Queryable, Tx } from '../platform/db/index.ts';

/** Returns false if this transaction was counted before. */
export async function insertMove(
  tx: Tx,
  move: { signature: string; identityId: string; sessionAddress: string; lamports: bigint; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into play_moves (signature, identity_id, session_address, lamports, created_at) values ($1, $2, $3, $4, $5)
     on conflict (signature) do nothing`,
    [move.signature, move.identityId, move.sessionAddress, move.lamports, move.now],
  );
  return rowCount === 1;
}

/**
 * Adds to the spending of `holder` on `day`, or returns false if that would exceed the cap. One statement, so
 * concurrent calls cannot exceed it.
 */
export async function reservePlay(
  tx: Tx,
  {
    day,
    holder,
    lamports,
    capLamports,
  }: { day: string; holder: string; lamports: bigint; capLamports: bigint },
): Promise<boolean> {
  if (lamports > capLamports) return false;
  const { rowCount } = await tx.query(
    `insert into play_spending (day, holder, lamports) values ($1, $2, $3)
     on conflict (day, holder) do update set lamports = play_spending.lamports + excluded.lamports
     where play_spending.lamports + excluded.lamports <= $4`,
    [day, holder, lamports, capLamports],
  );
  return rowCount === 1;
}

export async function sweepPlay(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from play_moves where created_at < $1', [before]);
  await db.query('delete from play_spending where day < $1::date', [before]);
}
