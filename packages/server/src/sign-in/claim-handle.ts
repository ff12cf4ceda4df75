import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { insertLogin } from '../credentials/index.ts';
import { insertIdentity, isInsulting, isReservedHandle, type Identity } from '../identity/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { Needs } from '../platform/needs.ts';
import { insertProfile } from '../profile/index.ts';
import { openSession, type SessionDeps, type SessionTokens } from '../sessions/index.ts';
import { consumeTicket, findTicket, type TicketRow } from './sign-in.store.ts';

/** An app's login during which a newcomer claims a handle. The claim is also the consent to the app. */
export interface LoginAfterClaim {
  describe(
    db: Queryable,
    returnTo: string,
  ): Promise<{
    name: string;
    logoUrl: string | null;
    verified: boolean;
    origin: string;
    responseMode: 'web_message' | 'query';
    scopes: string[];
    cancelTo: string;
  } | null>;
  decide(
    tx: Tx,
    identity: Identity & { authenticatedAt: Date },
    login: { returnTo: string; decision: 'allow' | 'deny' },
  ): Promise<{ pidCode?: string; redirectTo: string } | null>;
}

export interface HandleDeps extends Needs<'ids'> {
  /** Their handles cannot be claimed, because the owner of one would become an administrator. */
  readonly administrators: ReadonlySet<string>;
  /** Words that the operator refuses in addition to the built-in insults. */
  readonly refusedWords: ReadonlySet<string>;
}

export interface ClaimDeps extends HandleDeps, Needs<'db' | 'clock'> {
  readonly sessions: SessionDeps;
  readonly loginAfterClaim: LoginAfterClaim;
}

export interface Claimed {
  readonly identity: Identity;
  readonly tokens: SessionTokens;
  readonly login: { pidCode?: string; redirectTo: string } | null;
  readonly returnTo: string;
}

/**
 * Consumes the pending ticket and binds its login permanently to `handle`. A refusal rolls back, so the
 * ticket stays pending.
 */
export async function claimHandle(
  deps: ClaimDeps,
  input: {
    ticket: string | null;
    handle: string;
    /** The decision about the app whose login led to the claim, if any; `allow` if it is omitted. */
    decision: 'allow' | 'deny' | undefined;
    origin: AuditOrigin;
    device: string | null;
    replaces: string | null;
  },
): Promise<Claimed> {
  const hash = sha256(requireTicket(input.ticket));
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const ticket = (await consumeTicket(tx, hash, now)) ?? (await refuseTicket(tx, hash));
    const identity = await createIdentity(deps, tx, { handle: input.handle, now });
    const loginId = deps.ids.uuid();
    const linked = await insertLogin(tx, {
      id: loginId,
      identityId: identity.id,
      provider: ticket.provider,
      issuer: ticket.issuer,
      subject: ticket.subject,
      email: ticket.email,
      isEmailUnverified: ticket.is_email_unverified,
      now,
    });
    // Another tab has claimed a handle with this login in the meantime.
    if (!linked) throw refuse('no_pending_claim');
    const authenticatedAt = ticket.authenticated_at ?? now;
    const tokens = await openSession(deps.sessions, tx, {
      identityId: identity.id,
      method: ticket.provider,
      openedWith: loginId,
      userAgent: input.origin.userAgent,
      device: input.device,
      replaces: input.replaces,
      authenticatedAt,
      countsAsRecent: true,
    });
    await recordAudit(tx, {
      at: now,
      identityId: identity.id,
      actor: identity.pid,
      action: 'identity.claimed',
      details: { provider: ticket.provider },
      origin: input.origin,
    });
    const { return_to: returnTo } = ticket;
    const login = await deps.loginAfterClaim.decide(
      tx,
      { ...identity, authenticatedAt },
      { returnTo, decision: input.decision ?? 'allow' },
    );
    return { identity, tokens, login, returnTo };
  });
}

/** Creates an identity with its profile, or refuses the handle. */
export async function createIdentity(
  deps: HandleDeps,
  tx: Tx,
  { handle, now }: { readonly handle: string; readonly now: Date },
): Promise<Identity> {
  if (isReservedHandle(handle)) throw refuse('handle_reserved');
  if (isInsulting(handle, deps.refusedWords)) throw refuse('handle_refused');
  const identity = await insertIdentity(tx, { id: deps.ids.uuid(), handle, now });
  if (!identity) throw refuse('handle_taken');
  if (deps.administrators.has(identity.pid)) throw refuse('handle_reserved');
  await insertProfile(tx, identity.id, now);
  return identity;
}

export function requireTicket(ticket: string | null): string {
  if (!ticket) throw refuse('no_pending_claim');
  return ticket;
}

async function refuseTicket(db: Queryable, hash: Buffer): Promise<never> {
  const ticket = await findTicket(db, hash);
  throw ticket ? refuse('claim_expired') : refuse('no_pending_claim');
}

/** Returns the ticket if it is pending; otherwise refuses as a claim would. */
export async function pendingTicket(
  deps: Pick<ClaimDeps, 'db' | 'clock'>,
  ticket: string,
): Promise<TicketRow> {
  const row = await findTicket(deps.db, sha256(ticket));
  if (!row) throw refuse('no_pending_claim');
  if (row.expires_at <= deps.clock.now()) throw refuse('claim_expired');
  return row;
}
