import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { insertLogin, isBurnt, loginHash, touchLogin } from '../credentials/index.ts';
import { findIdentity, lockIdentity } from '../identity/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import { lockActiveSession, openSession, type SessionDeps, type SessionTokens } from '../sessions/index.ts';
import { ProviderUnavailableError, type ProvenLogin } from './providers.ts';
import { consumeFlow, insertTicket, type FlowRow } from './sign-in.store.ts';
import { deviceOfFlow, type StartDeps } from './start-sign-in.ts';

/** How far a provider's clock may lag behind ours. */
const clockSkewMillis = 60_000;

export interface FinishDeps extends StartDeps {
  readonly db: Database;
  readonly sessions: SessionDeps;
  readonly burnKey: Buffer;
  readonly claimTtlSeconds: number;
}

export type Finished =
  | { readonly kind: 'signed_in'; readonly tokens: SessionTokens; readonly returnTo: string }
  | { readonly kind: 'claim'; readonly ticket: string }
  | { readonly kind: 'linked'; readonly returnTo: string };

export interface FinishInput {
  readonly provider: string;
  /** Empty if the response has none. */
  readonly state: string;
  /** The cookie of the flow, if the browser sent it. */
  readonly cookie: string | null;
  /** Builds the provider's response. Called only for a flow that this browser started. */
  answer(): URL | Request;
  readonly origin: AuditOrigin;
}

/**
 * Handles the provider's response: a known login signs in, an unknown login gets a claim ticket, and a
 * linking flow links the login.
 */
export async function finishSignIn(deps: FinishDeps, input: FinishInput): Promise<Finished> {
  const provider = deps.providers.get(input.provider);
  if (!provider) throw refuse('unknown_provider');
  const { state, cookie, origin } = input;
  if (!state || !cookie) throw refuse('sign_in_failed');
  const flow = await consumeFlow(deps.db, {
    stateHash: sha256(state),
    cookieHash: sha256(cookie),
    provider: provider.id,
    now: deps.clock.now(),
  });
  if (!flow) throw refuse('sign_in_failed');
  const login = await provider
    .finish(input.answer(), { state, nonce: flow.nonce, codeVerifier: flow.code_verifier })
    .catch((error: unknown) => {
      deps.log.warn({ provider: provider.id, reason: describe(error) }, 'sign-in refused');
      throw isUnreachable(error)
        ? refuse('provider_unavailable').because(error)
        : refuse('sign_in_failed').because(error);
    });
  if (isRemembered(flow, login)) {
    deps.log.warn(
      { provider: provider.id },
      'sign-in refused: the provider did not authenticate the player again',
    );
    throw refuse('sign_in_failed');
  }
  return deps.db.transaction((tx) => settle(deps, tx, flow, login, { origin, device: deviceOfFlow(cookie) }));
}

/**
 * True if a new sign-in was requested and the provider reports an older one. A provider that reports no time
 * is trusted.
 */
function isRemembered(flow: FlowRow, { authTime }: ProvenLogin): boolean {
  return (
    flow.fresh &&
    flow.started_at !== null &&
    authTime !== null &&
    authTime.getTime() < flow.started_at.getTime() - clockSkewMillis
  );
}

/** When the player authenticated, as the provider reports it, but never in the future. */
function provenAt({ authTime }: ProvenLogin, now: Date): Date {
  return authTime !== null && authTime < now ? authTime : now;
}

async function settle(
  deps: FinishDeps,
  tx: Tx,
  flow: FlowRow,
  login: ProvenLogin,
  { origin, device }: { readonly origin: AuditOrigin; readonly device: string | null },
): Promise<Finished> {
  if (await isBurnt(tx, loginHash(deps.burnKey, login))) throw refuse('identity_closed');
  if (flow.linking_identity_id) return link(deps, tx, flow, flow.linking_identity_id, login, origin);
  const now = deps.clock.now();
  const known = await touchLogin(tx, { ...login, now });
  if (!known) return { kind: 'claim', ticket: await issueTicket(deps, tx, flow, login) };
  const identity = await findIdentity(tx, known.identity_id);
  if (!identity || identity.status === 'deleted') throw refuse('identity_closed');
  const tokens = await openSession(deps.sessions, tx, {
    identityId: identity.id,
    method: login.provider,
    openedWith: known.id,
    userAgent: origin.userAgent,
    device,
    // mutant (sign-in/session-of-browser): flow.session_id => null
    replaces: flow.session_id,
    authenticatedAt: provenAt(login, now),
    countsAsRecent: true,
  });
  await recordAudit(tx, {
    at: now,
    identityId: identity.id,
    actor: identity.pid,
    action: 'session.signed_in',
    target: tokens.sessionId,
    details: { provider: login.provider },
    origin,
  });
  return { kind: 'signed_in', tokens, returnTo: flow.return_to };
}

async function issueTicket(deps: FinishDeps, tx: Tx, flow: FlowRow, login: ProvenLogin): Promise<string> {
  const ticket = deps.ids.token();
  const now = deps.clock.now();
  await insertTicket(tx, {
    hash: sha256(ticket),
    ...login,
    returnTo: flow.return_to,
    expiresAt: new Date(now.getTime() + deps.claimTtlSeconds * 1000),
    authenticatedAt: provenAt(login, now),
  });
  return ticket;
}

/**
 * The flow belongs to the session that started it. After the owner has ended that session, the flow can link
 * no login.
 */
async function link(
  deps: FinishDeps,
  tx: Tx,
  flow: FlowRow,
  identityId: string,
  login: ProvenLogin,
  origin: AuditOrigin,
): Promise<Finished> {
  const now = deps.clock.now();
  // A concurrent deletion has erased the logins before it ends the sessions.
  const identity = await lockIdentity(tx, identityId);
  if (!flow.session_id || !(await lockActiveSession(tx, identityId, flow.session_id, now)))
    throw refuse('sign_in_failed');
  if (!identity || identity.status !== 'active') throw refuse('identity_closed');
  const inserted = await insertLogin(tx, { id: deps.ids.uuid(), identityId, ...login, now });
  if (!inserted) throw refuse('login_in_use');
  await recordAudit(tx, {
    at: now,
    identityId,
    actor: identity.pid,
    action: 'credential.linked',
    details: { provider: login.provider },
    origin,
  });
  await notifyOwner(tx, { identityId, now, type: 'login.linked', data: { provider: login.provider } });
  return { kind: 'linked', returnTo: flow.return_to };
}

/** The library's error code and message, without the tokens that its errors contain. */
function describe(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return `${typeof code === 'string' ? code : 'error'}: ${typeof message === 'string' ? message.slice(0, 200) : ''}`;
}

function isUnreachable(error: unknown): boolean {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return (
    error instanceof ProviderUnavailableError ||
    code === 'OAUTH_TIMEOUT' ||
    name === 'TimeoutError' ||
    (error instanceof TypeError && error.message === 'fetch failed')
  );
}
