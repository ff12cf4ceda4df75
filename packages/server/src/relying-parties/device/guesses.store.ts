import type { Tx } from '../../platform/db/index.ts';

export interface GuessCount {
  readonly key: string;
  readonly began_at: Date;
  readonly wrong: number;
}

/**
 * Returns the counts of these keys and locks them until the transaction ends, so that concurrent guesses are
 * all counted.
 */
export async function lockGuesses(tx: Tx, keys: readonly string[], now: Date): Promise<GuessCount[]> {
  await tx.query(
    'insert into device_guesses (key, began_at, wrong) select key, $2, 0 from unnest($1::text[]) as asked (key) order by key on conflict (key) do nothing',
    [keys, now],
  );
  const { rows } = await tx.query<GuessCount>(
    'select key, began_at, wrong from device_guesses where key = any($1) order by key for update',
    [keys],
  );
  return rows;
}

/** Adds one to each count. A window that began at or before `endedAt` starts again. */
export async function addWrongGuess(
  tx: Tx,
  keys: readonly string[],
  { endedAt, now }: { endedAt: Date; now: Date },
): Promise<void> {
  await tx.query(
    `update device_guesses set wrong = case when began_at <= $2 then 1 else wrong + 1 end, began_at = case when began_at <= $2 then $3 else began_at end
     where key = any($1)`,
    [keys, endedAt, now],
  );
}
