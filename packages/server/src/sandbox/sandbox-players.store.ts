import type { Queryable, Tx } from '../platform/db/index.ts';

/** A test player as the app that made it sees it. */
export interface SandboxPlayer {
  readonly identityId: string;
  readonly pid: string;
  readonly status: 'active' | 'suspended';
}

export async function insertPlayer(
  tx: Tx,
  player: { readonly identityId: string; readonly clientId: string; readonly now: Date },
): Promise<void> {
  await tx.query('insert into sandbox_players (identity_id, client_id, created_at) values ($1, $2, $3)', [
    player.identityId,
    player.clientId,
    player.now,
  ]);
}

/** Returns null if the app made no such player, or the player is deleted. */
export async function findPlayer(
  db: Queryable,
  clientId: string,
  handle: string,
): Promise<SandboxPlayer | null> {
  const { rows } = await db.query<SandboxPlayer>(
    // mutant (sandbox/sandbox.test): p.client_id = $1 and => nothing
    `select i.id as "identityId", i.pid, i.status from sandbox_players p join identity_facts i on i.id = p.identity_id
     where p.client_id = $1 and i.handle = $2 and i.status <> 'deleted'`,
    [clientId, handle],
  );
  return rows[0] ?? null;
}

export async function isPlayerOf(db: Queryable, clientId: string, identityId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from sandbox_players where identity_id = $1 and client_id = $2',
    [identityId, clientId],
  );
  return rowCount === 1;
}

/** Returns those of the pids that are test players. */
export async function listPlayers(db: Queryable, pids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ pid: string }>(
    'select i.pid from sandbox_players p join identity_facts i on i.id = p.identity_id where i.pid = any($1)',
    [pids],
  );
  return rows.map(({ pid }) => pid);
}

export async function deletePlayer(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from sandbox_players where identity_id = $1', [identityId]);
}

export async function insertLoginLink(
  tx: Tx,
  link: { readonly hash: Buffer; readonly identityId: string; readonly expiresAt: Date },
): Promise<void> {
  await tx.query('insert into sandbox_login_links (hash, identity_id, expires_at) values ($1, $2, $3)', [
    link.hash,
    link.identityId,
    link.expiresAt,
  ]);
}

/** Consumes the link. Of concurrent requests, one gets the player; an expired or used link gives null. */
export async function consumeLoginLink(tx: Tx, hash: Buffer, now: Date): Promise<string | null> {
  const { rows } = await tx.query<{ identityId: string }>(
    'delete from sandbox_login_links where hash = $1 and expires_at > $2 returning identity_id as "identityId"',
    [hash, now],
  );
  return rows[0]?.identityId ?? null;
}

export async function sweepLoginLinks(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from sandbox_login_links where expires_at <= $1', [now]);
}
