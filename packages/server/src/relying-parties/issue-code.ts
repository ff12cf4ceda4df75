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
  /** When the player last signed in. */
  readonly authenticatedAt: Date;
}

/** Connects the app and issues a code, in the transaction that records the player's consent. */
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
  // The status changed after the request was admitted.
  if (!issued) throw refuse('identity_suspended');
  return { pidCode: code, redirectTo: answerTo(request, deps.issuer, { code }) };
}

/**
 * Returns the id of the player's active grant to the app. Records the consent in the audit log and notifies
 * the player if the grant is new.
 */
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
  // A connected app asks for consent again at every login, so a repeated consent needs no notice.
  if (grantId === newGrantId)
    await notifyOwner(tx, {
      identityId,
      now,
      type: 'app.connected',
      data: { clientId: app.clientId, name: app.name },
    });
  return grantId;
}
