import type { CreationOptions, RegistrationResponse } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../../audit/index.ts';
import { lockIdentity } from '../../identity/index.ts';
import { notifyOwner } from '../../notices/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { impossible, refuse } from '../../platform/errors/index.ts';
import { sha256 } from '../../platform/hash.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import type { Needs } from '../../platform/needs.ts';
import { passkeyHash } from '../burn-credential.ts';
import { isBurnt, listLogins } from '../credentials.store.ts';
import { isRecentAtProvider, requireRecentSignIn } from '../recent-sign-in.ts';
import {
  dropExpiredPasskeys,
  insertApproval,
  listPendingApprovals,
  withdrawApprovals,
} from './approvals.store.ts';
import { refuseWhileAwaited } from './awaited-passkeys.ts';
import { isFor, issueChallenge, spendChallenge } from './challenges.ts';
import { readClientData } from './client-data.ts';
import { uuidBytes } from './encoding.ts';
import { creationOptions } from './passkey-options.ts';
import { insertPasskey, listActivePasskeys, listAllPasskeys } from './passkeys.store.ts';
import { cleanName } from './rename-passkey.ts';
import { sessionBinding, type RelyingParty } from './use-passkey.ts';
import { verifyRegistration, type VerifiedRegistration } from './verify-registration.ts';

const approvalTtlSeconds = 600;
/** The time after which a passkey counts if its session had no recent provider sign-in. */
const countsAfterSeconds = 72 * 3600;
const activeMax = 20;
const pendingMax = 5;

export interface RegistrationDeps extends Needs<'db' | 'clock' | 'ids'> {
  readonly relyingParty: RelyingParty;
  readonly burnKey: Buffer;
}

export type Registered =
  | { readonly status: 'active'; readonly id: string }
  | { readonly status: 'pending_approval'; readonly approvalId: string; readonly expiresAt: string };

export async function passkeyCreationOptions(
  deps: RegistrationDeps,
  caller: UserCaller,
  { silent, counting }: { silent: boolean; counting: boolean },
): Promise<CreationOptions> {
  const existing = await listActivePasskeys(deps.db, caller.identityId);
  if (existing.length === 0) await refuseWhileAwaited(deps.db, caller.identityId, deps.clock.now());
  if (counting && existing.length === 0) requireCounting(deps, caller);
  if (silent) requireOfferable(deps, caller, existing.length);
  const challenge = await issueChallenge(deps, silent ? offerPurpose(caller) : registrationPurpose(caller));
  return creationOptions(deps.relyingParty, {
    identityId: caller.identityId,
    pid: caller.pid,
    challenge,
    existing,
    silent,
  });
}

export interface RegistrationInput {
  readonly caller: UserCaller;
  readonly response: RegistrationResponse;
  readonly name: string | null;
  readonly origin: AuditOrigin;
}

/**
 * Registers a passkey. It is active immediately if no other one is active; otherwise it waits for the
 * approval of an active one.
 */
export async function registerPasskey(deps: RegistrationDeps, given: RegistrationInput): Promise<Registered> {
  const input = { ...given, name: given.name === null ? null : cleanName(given.name) };
  const clientData = readClientData(input.response.response.clientDataJSON);
  const offer = offerPurpose(input.caller);
  const silent = isFor(offer, clientData.challenge);
  await spendChallenge(deps, silent ? offer : registrationPurpose(input.caller), clientData.challenge);
  const verified = await verifyRegistration(input.response, clientData, deps.relyingParty, { silent });
  return deps.db.transaction(async (tx) => {
    // Two concurrent registrations must not both be the first.
    const identity = await lockIdentity(tx, input.caller.identityId);
    if (!identity || identity.status === 'deleted') throw refuse('unauthorized');
    if (identity.status === 'suspended') throw refuse('identity_suspended');
    await dropExpiredPasskeys(
      tx,
      { identityId: identity.id, credentialId: verified.credentialId },
      deps.clock.now(),
    );
    if (await isBurnt(tx, passkeyHash(deps.burnKey, verified.credentialId))) throw refuse('passkey_exists');
    const isFirst = await mayBeActiveAtOnce(deps, tx, input.caller);
    if (silent) requireOfferable(deps, input.caller, isFirst ? 0 : 1);
    return isFirst ? addActive(deps, tx, input, verified) : addPending(deps, tx, input, verified);
  });
}

async function mayBeActiveAtOnce(deps: RegistrationDeps, tx: Tx, caller: UserCaller): Promise<boolean> {
  const known = (await listAllPasskeys(tx, caller.identityId)).filter(({ status }) => status !== 'pending');
  const active = known.filter(({ status }) => status === 'active');
  if (active.length >= activeMax) throw refuse('too_many_passkeys', { reason: 'active', max: activeMax });
  // No passkey is left to approve a new one, and a stolen cookie must not be enough to register it.
  if (known.length > 0 && active.length === 0) {
    await refuseWhileAwaited(tx, caller.identityId, deps.clock.now());
    requireRecentSignIn(caller, deps.clock);
  }
  return active.length === 0;
}

async function addActive(
  deps: RegistrationDeps,
  tx: Tx,
  input: RegistrationInput,
  verified: VerifiedRegistration,
): Promise<Registered> {
  const id = await insert(deps, tx, input, verified, 'active');
  await audit(deps, tx, input, 'passkey.registered', id, verified);
  await notifyOwner(tx, {
    identityId: input.caller.identityId,
    now: deps.clock.now(),
    type: 'passkey.added',
    data: { passkeyId: id, name: input.name ?? defaultName(verified) },
  });
  return { status: 'active', id };
}

async function addPending(
  deps: RegistrationDeps,
  tx: Tx,
  input: RegistrationInput,
  verified: VerifiedRegistration,
): Promise<Registered> {
  const { identityId } = input.caller;
  const now = deps.clock.now();
  const sessionId = input.caller.sessionId ?? impossible('a registration without a session');
  await withdrawApprovals(tx, identityId, sessionId, now);
  if ((await listPendingApprovals(tx, identityId, now, null, pendingMax)).length >= pendingMax) {
    throw refuse('too_many_passkeys', { reason: 'waiting', max: pendingMax });
  }
  const passkeyId = await insert(deps, tx, input, verified, 'pending');
  const approvalId = deps.ids.uuid();
  const expiresAt = new Date(now.getTime() + approvalTtlSeconds * 1000);
  await insertApproval(tx, {
    id: approvalId,
    identityId,
    passkeyId,
    name: input.name ?? defaultName(verified),
    fingerprint: fingerprintOf(verified.compressedKey),
    sessionId,
    address: input.origin.address,
    userAgent: input.origin.userAgent,
    now,
    expiresAt,
  });
  await audit(deps, tx, input, 'passkey.approval_asked', approvalId, verified);
  await notifyOwner(tx, {
    identityId,
    now,
    type: 'passkey.approval_asked',
    data: {
      approvalId,
      name: input.name ?? defaultName(verified),
      fingerprint: fingerprintOf(verified.compressedKey),
    },
  });
  return { status: 'pending_approval', approvalId, expiresAt: expiresAt.toISOString() };
}

async function insert(
  deps: RegistrationDeps,
  tx: Tx,
  input: RegistrationInput,
  verified: VerifiedRegistration,
  status: 'active' | 'pending',
): Promise<string> {
  const { caller } = input;
  const id = deps.ids.uuid();
  const logins = await listLogins(tx, caller.identityId);
  const latest = logins
    .filter(({ provider }) => provider === caller.method)
    .toSorted((a, b) => b.last_login_at.getTime() - a.last_login_at.getTime())[0];
  const name = input.name ?? defaultName(verified);
  const now = deps.clock.now();
  // During a freeze, a recent provider sign-in is not enough: a thief who controls the provider account must
  // not be able to lift the freeze.
  const countsAtOnce = isRecentAtProvider(caller, deps.clock) && caller.frozenUntil === undefined;
  const inserted = await insertPasskey(tx, {
    ...verified,
    id,
    identityId: caller.identityId,
    status,
    name,
    registeredLoginId: latest?.id ?? null,
    countsFrom:
      status === 'pending' ? null : countsAtOnce ? now : new Date(now.getTime() + countsAfterSeconds * 1000),
    now,
  });
  if (!inserted) throw refuse('passkey_exists');
  return id;
}

function audit(
  deps: RegistrationDeps,
  tx: Tx,
  input: RegistrationInput,
  action: string,
  target: string,
  verified: VerifiedRegistration,
): Promise<void> {
  const { identityId, pid } = input.caller;
  const details = {
    credentialId: verified.credentialId,
    fingerprint: fingerprintOf(verified.compressedKey),
    backedUp: verified.backedUp,
  };
  return recordAudit(tx, {
    at: deps.clock.now(),
    identityId,
    actor: pid,
    action,
    target,
    details,
    origin: input.origin,
  });
}

/**
 * For callers that need a passkey that counts now. Refuses before the passkey is created, because one that
 * counts only after three days would have to be removed first.
 */
function requireCounting({ clock }: RegistrationDeps, caller: UserCaller): void {
  if (caller.frozenUntil !== undefined) throw refuse('frozen', { until: caller.frozenUntil });
  if (!isRecentAtProvider(caller, clock)) throw refuse('sign_in_again');
}

/**
 * A passkey created without a prompt proves neither presence nor identity of the user. It is accepted only as
 * the first one, right after a provider sign-in; its later signatures are verified like all others.
 */
function requireOfferable(deps: RegistrationDeps, caller: UserCaller, active: number): void {
  if (active > 0) throw refuse('passkey_refused', { reason: 'user_unverified' });
  if (!isRecentAtProvider(caller, deps.clock)) throw refuse('sign_in_again');
}

function offerPurpose(caller: UserCaller) {
  return { ...registrationPurpose(caller), action: 'OFFER' } as const;
}

export function registrationPurpose(caller: UserCaller) {
  return {
    action: 'REGISTER',
    boundTo: sessionBinding(caller),
    subject: uuidBytes(caller.identityId),
  } as const;
}

/**
 * Twelve hexadecimal digits that both devices show, so that the player approves the key of their own device
 * and not another pending one.
 */
function fingerprintOf(compressedKey: Buffer): string {
  return sha256(compressedKey)
    .toString('hex')
    .slice(0, 12)
    .replaceAll(/(.{4})(?=.)/g, '$1-');
}

export function defaultName(verified: VerifiedRegistration): string {
  const isSecurityKey =
    verified.transports.some((transport) => transport === 'usb' || transport === 'nfc') &&
    !verified.transports.includes('internal');
  if (isSecurityKey) return 'Security key';
  return verified.backupEligible ? 'Synced passkey' : 'Passkey of one device';
}
