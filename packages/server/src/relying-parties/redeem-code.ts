import { createHash } from 'node:crypto';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { findApp } from './apps.store.ts';
import { secretEpochOf } from './client-credentials.ts';
import { openLane } from '../platform/batch-lane.ts';
import { sha256 } from '../platform/hash.ts';
import type { Needs } from '../platform/needs.ts';
import type { SecurityEvents } from '../platform/security-events.ts';
import { endConsent, type OnDisconnect } from './end-grant.ts';
import { spendWithGuest } from './spend-with-guest.ts';
import {
  findRespent,
  markReused,
  findFlaw,
  findIdentityOfCode,
  spendCodes,
  unspendCode,
  type Presentation,
  type Protocol,
  type CodeFlaw,
  type Refusal,
  type ExchangedCode,
} from './codes.store.ts';

export interface RedeemInput {
  readonly protocol: Protocol;
  readonly code: string;
  readonly clientId: string;
  /** Hash of the secret that the client presents, or null. */
  readonly secretHash: Buffer | null;
  readonly codeVerifier: string | undefined;
  /** Token of a guest that this login claims. */
  readonly guestToken: string | undefined;
  /** Standard OpenID Connect repeats the address; null for PID's own login. */
  readonly redirectUri: string | null;
  readonly origin: AuditOrigin;
}

export interface RedeemDeps extends Needs<'db' | 'clock' | 'ids'> {
  readonly events: SecurityEvents;
  readonly onDisconnect: OnDisconnect;
  spendCode(code: Presentation): Promise<ExchangedCode | Refusal>;
}

/** Codes that arrive during a commit are consumed together by the next commit, like sends. */
export function openCodeLane(deps: Needs<'db' | 'clock' | 'ids'>): RedeemDeps['spendCode'] {
  const lane = openLane<Presentation, ExchangedCode | Refusal>({
    ...deps,
    namesOf: ({ hash }) => [hash.toString('hex')],
    postAll: (codes) => spendCodes(deps.db, codes, deps.clock.now()),
  });
  return (code) => lane.post(code);
}

/** `unauthorized`: the secret is wrong or missing. `paused`: the app is paused. Otherwise the flaw of the code. */
type NotSpent = 'unauthorized' | 'paused' | CodeFlaw;

/** Consumes a code. A code that is not consumed stays usable for its rightful client. */
export async function redeemCode(deps: RedeemDeps, input: RedeemInput) {
  const refused = input.guestToken === undefined ? null : await judgeClient(deps, input);
  if (refused !== null) return refused;
  const presented: Presentation = {
    ...input,
    hash: sha256(input.code),
    codeChallenge: challengeOf(input.codeVerifier),
    attempt: deps.ids.uuid(),
  };
  return spendWithGuest<ExchangedCode, NotSpent>(deps, input, {
    identityOf: () => findIdentityOfCode(deps.db, input.clientId, presented.hash),
    spend: () => spend(deps, presented, input.origin),
    unspend: () => unspendCode(deps.db, presented),
  });
}

/** A guest is judged before the code is consumed, and only for the app itself. The code's consumption judges the client again. */
async function judgeClient(
  deps: RedeemDeps,
  { clientId, secretHash }: RedeemInput,
): Promise<'unauthorized' | 'paused' | null> {
  const app = await findApp(deps.db, clientId);
  const isAdmitted =
    secretHash === null
      ? app?.requireSecret !== true
      : app !== null && secretEpochOf(app, secretHash, deps.clock.now()) !== null;
  if (!isAdmitted) return 'unauthorized';
  return app && app.pausedBy !== null ? 'paused' : null;
}

async function spend(
  deps: RedeemDeps,
  presented: Presentation,
  origin: AuditOrigin,
): Promise<ExchangedCode | NotSpent> {
  const spent = await deps.spendCode(presented);
  if (spent !== 'invalid') return spent;
  const flaw = await findFlaw(deps.db, presented, deps.clock.now());
  await noteSecondUse(deps, presented, origin);
  return flaw;
}

function challengeOf(verifier: string | undefined): string | null {
  return verifier === undefined ? null : createHash('sha256').update(verifier).digest('base64url');
}

/**
 * Records that a code was presented which cannot be consumed. A second use is audited. If it has the right
 * secret or verifier, it comes from the client or a thief, so the consent ends with all its bearers
 * (RFC 6749, 4.1.2). Knowledge of the code alone ends nothing.
 */
async function noteSecondUse(deps: RedeemDeps, presented: Presentation, origin: AuditOrigin): Promise<void> {
  const now = deps.clock.now();
  const actor = `app:${presented.clientId}`;
  await deps.db.transaction(async (tx) => {
    const again = await findRespent(tx, presented);
    if (again)
      await endConsent(deps, tx, {
        identityId: again.identity_id,
        clientId: again.client_id,
        reason: 'login code used twice',
        actor,
        action: 'app.grant_revoked',
        origin,
        now,
      });
    const reused = await markReused(tx, presented.hash, now);
    if (!reused) return;
    await recordAudit(tx, {
      at: now,
      identityId: reused.identity_id,
      actor,
      action: 'login_code.reused',
      target: reused.client_id,
      origin,
    });
    deps.events.record({
      event: 'token.reused',
      identityId: reused.identity_id,
      clientId: reused.client_id,
      address: origin.address,
      details: { kind: 'login_code' },
    });
  });
}
