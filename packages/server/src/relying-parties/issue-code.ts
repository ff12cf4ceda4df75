import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { Needs } from '../platform/needs.ts';
import { secondsAfter } from '../sessions/index.ts';
import { answerTo, type AuthorizeRequest } from './authorize-request.ts';
import type { App } from './apps.store.ts';
import { insertCode } from './codes.store.ts';
import { grantApp } from './grants.store.ts';

export interface IssueDeps extends Needs<'clock' | 'ids'> {
  readonly issuer: string;
  readonly codeTtlSeconds: number;
}

export interface ConsentingUser {
  readonly identityId: string;
  readonly pid: string;
  /** When the user last proved who they are. */
  readonly authenticatedAt: Date;
}

/** The user has allowed: connects the app and issues a code, in the transaction of that consent. */
export async function issueCode(
  deps: IssueDeps,
  tx: Tx,
  request: AuthorizeRequest,
  user: ConsentingUser,
  origin: AuditOrigin | null,
): Promise<{ pidCode: string; redirectTo: string }> {
  const now = deps.clock.now();
  const code = deps.ids.token();
  const { clientId } = request.app;
  const from = request.returnAddress.origin;
  const grantId = await connectApp(deps, tx, { app: request.app, from, user, origin, now });
  const issued = await insertCode(tx, {
    hash: sha256(code),
    protocol: request.protocol,
    clientId,
    grantId,
    identityId: user.identityId,
    redirectUri: request.returnAddress.href,
    redirectOrigin: request.returnAddress.origin,
    codeChallenge: request.codeChallenge,
    scope: request.scope,
    nonce: request.nonce,
    // mutant (relying-parties/oidc/fresh-sign-in): user.authenticatedAt => now
    authenticatedAt: user.authenticatedAt,
    now,
    expiresAt: secondsAfter(now, deps.codeTtlSeconds),
  });
  // The status has changed since the request was admitted.
  if (!issued) throw refuse('identity_suspended');
  return { pidCode: code, redirectTo: answerTo(request, deps.issuer, { code }) };
}

/** The living grant of the user to the app, written down, and told to its owner when it is new. */
export async function connectApp(
  deps: Needs<'ids'>,
  tx: Tx,
  consent: { app: App; from: string; user: ConsentingUser; origin: AuditOrigin | null; now: Date },
): Promise<string> {
  const { app, user, now } = consent;
  const { identityId } = user;
  const newGrantId = deps.ids.uuid();
  const grantId = await grantApp(tx, { id: newGrantId, clientId: app.clientId, identityId, now });
  await recordAudit(tx, {
    at: now,
    identityId,
    actor: user.pid,
    action: 'app.allowed',
    target: app.clientId,
    details: { app: app.name, origin: consent.from },
    origin: consent.origin,
  });
  // An app that was connected already asks again with every login, which is no news.
  if (grantId === newGrantId)
    await notifyOwner(tx, {
      identityId,
      now,
      type: 'app.connected',
      data: { clientId: app.clientId, name: app.name },
    });
  return grantId;
}
