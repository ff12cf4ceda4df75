import type { Queryable, Tx } from '../platform/db/index.ts';

export interface FlowRow {
  provider: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  linking_identity_id: string | null;
  started_at: Date | null;
  fresh: boolean;
  /** The session of the browser that started the flow. */
  session_id: string | null;
}

export async function insertFlow(
  db: Queryable,
  flow: {
    stateHash: Buffer;
    cookieHash: Buffer;
    provider: string;
    nonce: string;
    codeVerifier: string;
    returnTo: string;
    linkingIdentityId: string | null;
    startedAt: Date;
    fresh: boolean;
    sessionId: string | null;
    expiresAt: Date;
  },
): Promise<void> {
  await db.query(
    `insert into sign_in_flows (state_hash, cookie_hash, provider, nonce, code_verifier, return_to, linking_identity_id, expires_at, started_at, fresh, session_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      flow.stateHash,
      flow.cookieHash,
      flow.provider,
      flow.nonce,
      flow.codeVerifier,
      flow.returnTo,
      flow.linkingIdentityId,
      flow.expiresAt,
      flow.startedAt,
      flow.fresh,
      flow.sessionId,
    ],
  );
}

/** Consumes a flow: of several concurrent callbacks exactly one gets it. */
export async function consumeFlow(
  db: Queryable,
  key: { stateHash: Buffer; cookieHash: Buffer; provider: string; now: Date },
): Promise<FlowRow | null> {
  const { rows } = await db.query<FlowRow>(
    `delete from sign_in_flows where state_hash = $1 and cookie_hash = $2 and provider = $3 and expires_at > $4
     returning provider, nonce, code_verifier, return_to, linking_identity_id, started_at, fresh, session_id`,
    [key.stateHash, key.cookieHash, key.provider, key.now],
  );
  return rows[0] ?? null;
}

export interface TicketRow {
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  is_email_unverified: boolean;
  return_to: string;
  expires_at: Date;
  /** When the player signed in at the provider. */
  authenticated_at: Date | null;
}

export async function insertTicket(
  tx: Tx,
  ticket: {
    hash: Buffer;
    provider: string;
    issuer: string;
    subject: string;
    email: string;
    isEmailUnverified?: boolean;
    returnTo: string;
    expiresAt: Date;
    authenticatedAt: Date;
  },
): Promise<void> {
  await tx.query(
    `insert into claim_tickets (hash, provider, issuer, subject, email, is_email_unverified, return_to, expires_at, authenticated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ticket.hash,
      ticket.provider,
      ticket.issuer,
      ticket.subject,
      ticket.email,
      ticket.isEmailUnverified ?? false,
      ticket.returnTo,
      ticket.expiresAt,
      ticket.authenticatedAt,
    ],
  );
}

export async function findTicket(db: Queryable, hash: Buffer): Promise<TicketRow | null> {
  const { rows } = await db.query<TicketRow>('select * from claim_tickets where hash = $1', [hash]);
  return rows[0] ?? null;
}

/**
 * Consumes a pending ticket. Returns null if it was used, has expired or never existed. A rolled-back
 * transaction leaves it pending.
 */
export async function consumeTicket(tx: Tx, hash: Buffer, now: Date): Promise<TicketRow | null> {
  const { rows } = await tx.query<TicketRow>(
    'delete from claim_tickets where hash = $1 and expires_at > $2 returning *',
    [hash, now],
  );
  return rows[0] ?? null;
}

/** A pending ticket of a burnt login could bring the login back. */
export async function eraseTickets(tx: Tx, login: { issuer: string; subject: string }): Promise<void> {
  await tx.query('delete from claim_tickets where issuer = $1 and subject = $2', [
    login.issuer,
    login.subject,
  ]);
}

/**
 * Deletes expired rows. Tickets are kept for a while, so that an expired ticket can be distinguished from a
 * missing one.
 */
export async function sweepSignIn(db: Queryable, now: Date, ticketsBefore: Date): Promise<void> {
  await db.query('delete from sign_in_flows where expires_at < $1', [now]);
  await db.query('delete from claim_tickets where expires_at < $1', [ticketsBefore]);
}
