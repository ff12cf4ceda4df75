import { guardianKey, type Guardian } from '@pid/protocol';
import type { Queryable, Tx } from '../platform/db/index.ts';

/** Replaces what is known of a policy by what the chain says. */
export async function rememberGuardians(
  tx: Tx,
  identityId: string,
  guardians: readonly Guardian[],
): Promise<void> {
  await tx.query('delete from recovery_guardians where identity_id = $1 and place >= $2', [
    identityId,
    guardians.length,
  ]);
  await tx.query(
    `insert into recovery_guardians (identity_id, place, kind, key)
     select $1, place - 1, kind, key from unnest($2::text[], $3::bytea[]) with ordinality as of_policy (kind, key, place)
     on conflict (identity_id, place) do update set kind = excluded.kind, key = excluded.key
       where (recovery_guardians.kind, recovery_guardians.key) is distinct from (excluded.kind, excluded.key)`,
    [identityId, guardians.map(({ kind }) => kind), guardians.map(keyBytes)],
  );
}

function keyBytes(guardian: Guardian): Buffer {
  return Buffer.from(guardian.kind === 'account' ? guardian.accountId : guardianKey(guardian));
}

/** What is known of several policies, in the order of their places. */
export async function listGuardians(
  db: Queryable,
  identityIds: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownGuardian[]>> {
  const { rows } = await db.query<KnownGuardian & { identity_id: string }>(
    'select identity_id, kind, key from recovery_guardians where identity_id = any($1) order by identity_id, place',
    [identityIds],
  );
  const known = new Map<string, KnownGuardian[]>();
  for (const { identity_id, ...guardian } of rows)
    known.set(identity_id, [...(known.get(identity_id) ?? []), guardian]);
  return known;
}

interface KnownGuardian {
  readonly kind: Guardian['kind'];
  readonly key: Buffer;
}

export function isRemembered(known: readonly KnownGuardian[], guardians: readonly Guardian[]): boolean {
  return (
    known.length === guardians.length &&
    guardians.every((guardian, place) => {
      const { kind, key } = known[place]!;
      return kind === guardian.kind && key.equals(keyBytes(guardian));
    })
  );
}

export interface Trusting {
  readonly identityId: string;
  readonly place: number;
}

/** Whose policy names this player: those who ask for help first, so that no crowd of strangers hides them. */
export async function listTrusting(db: Queryable, accountId: Uint8Array): Promise<Trusting[]> {
  const { rows } = await db.query<Trusting>(
    `select g.identity_id as "identityId", g.place from recovery_guardians g where g.kind = 'account' and g.key = $1
     order by exists (select from recovery_attempts a where a.identity_id = g.identity_id and a.state = 'open') desc, g.identity_id limit 100`,
    [Buffer.from(accountId)],
  );
  return rows;
}

export async function isGuardianKey(
  db: Queryable,
  identityId: string,
  compressedKey: Buffer,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from recovery_guardians where identity_id = $1 and kind = 'passkey' and key = $2`,
    [identityId, compressedKey],
  );
  return rowCount === 1;
}

/** The chain knows players by a hash: those who were named here are known by it. */
export async function rememberPlayer(db: Queryable, accountId: Uint8Array, pid: string): Promise<void> {
  await db.query(
    'insert into recovery_players (account_id, pid) values ($1, $2) on conflict (account_id) do nothing',
    [Buffer.from(accountId), pid],
  );
}

export async function pidsOf(
  db: Queryable,
  accountIds: readonly Uint8Array[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ account_id: Buffer; pid: string }>(
    'select account_id, pid from recovery_players where account_id = any($1)',
    [accountIds.map((id) => Buffer.from(id))],
  );
  return new Map(rows.map(({ account_id, pid }) => [account_id.toString('hex'), pid]));
}
