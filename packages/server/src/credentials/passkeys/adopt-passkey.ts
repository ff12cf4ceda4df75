// A passkey that is not registered here but controls its player's wallet in finalized blocks: guardians
// installed it on the chain without this service.
import type { AuthenticationResponse } from '@pid/contract';
import { decompressP256 } from '@pid/protocol';
import { findIdentity, findIdentityByPid, lockIdentity, type Identity } from '../../identity/index.ts';
import { impossible, refuse } from '../../platform/errors/index.ts';
import type { Queryable, Tx } from '../../platform/db/index.ts';
import { decodeBase64Url } from '../../platform/base64url.ts';
import { readAuthenticatorData } from './authenticator-data.ts';
import { decodeBase64url, uuidLength, uuidOf } from './encoding.ts';
import { userHandleOf } from './passkey-options.ts';
import { findPasskeyByCredentialId, listAllPasskeys, type Passkey } from './passkeys.store.ts';
import { installRecoveredPasskey, revokeAllPasskeys, type HeldPasskey } from './recovered-passkey.ts';
import { defaultName, type RegistrationDeps } from './register-passkey.ts';

/** The key that controls a wallet; the epoch counts its changes. */
interface OnChain {
  readonly authority: Uint8Array;
  readonly epoch: number;
}

export interface Adoption {
  /** As of finalized blocks; null for a player without a wallet. */
  authorityOf(pid: string): Promise<OnChain | null>;
  /** Throws until all conditions are met for accepting a passkey that was not registered here. */
  assertMayAdopt(adopted: OnChain & { identity: Identity; isRecentAtProvider: boolean }): Promise<void>;
  /**
   * Updates the other data that depends on the authority, in the transaction that installs it. Returns false
   * if a newer authority was observed.
   */
  take(tx: Tx, adopted: OnChain & { identity: Identity; revoked: number; now: Date }): Promise<boolean>;
}

export interface AdoptionDeps extends RegistrationDeps {
  /** Null without wallets. */
  readonly adoption: Adoption | null;
}

/** The passkey to install if its signature verifies with the key on the chain. */
export interface Candidate {
  readonly identity: Identity;
  readonly onChain: OnChain;
  readonly passkey: Passkey;
}

/**
 * The format of the exit page: the player's pid and random digits, so that it replaces no other passkey on
 * the device.
 */
const handlePattern = /^([a-z0-9_]{3,20}@pid)#[0-9a-f]{16}$/;

function pidIn(userHandle: string | undefined): string | null {
  const bytes = userHandle === undefined ? null : decodeBase64Url(userHandle);
  return (bytes && handlePattern.exec(bytes.toString('latin1'))?.[1]) ?? null;
}

/** Finds the identity by our own user handle or by that of the exit page. */
async function findNamed(db: Queryable, userHandle: string | undefined): Promise<Identity | null> {
  const pid = pidIn(userHandle);
  if (pid !== null) return findIdentityByPid(db, pid);
  const bytes = userHandle === undefined ? null : decodeBase64Url(userHandle);
  return bytes?.length === uuidLength ? findIdentity(db, uuidOf(bytes)) : null;
}

/**
 * Whether the user handle stored with the key names this identity, in our format or in that of the exit page.
 */
export async function namesIdentity(
  db: Queryable,
  userHandle: string | undefined,
  identityId: string,
): Promise<boolean> {
  if (userHandle === userHandleOf(identityId)) return true;
  const pid = pidIn(userHandle);
  return pid !== null && (await findIdentity(db, identityId))?.pid === pid;
}

/**
 * Returns null unless the response names a player whose wallet has an authority that none of their passkeys
 * is or was. The signature is not checked yet.
 */
export async function findCandidate(
  { db, clock, adoption }: AdoptionDeps,
  { id, response }: AuthenticationResponse,
): Promise<Candidate | null> {
  const identity = await findNamed(db, response.userHandle);
  if (!adoption || !identity || identity.status === 'deleted') return null;
  const onChain = await adoption.authorityOf(identity.pid);
  if (!onChain || (await isKnownKey(db, identity.id, onChain.authority))) return null;
  const data = readAuthenticatorData(decodeBase64url(response.authenticatorData, 'authenticatorData'));
  const now = clock.now();
  const held = {
    credentialId: id,
    compressedKey: Buffer.from(onChain.authority),
    coseKey: coseKeyOf(onChain.authority),
    rpIdHash: Buffer.from(data.rpIdHash),
    counter: data.counter,
    backupEligible: data.isBackupEligible,
    backedUp: data.isBackedUp,
    transports: [],
  };
  const passkey: Passkey = {
    ...held,
    name: defaultName(held),
    id: '',
    identityId: identity.id,
    status: 'active',
    email: '',
    createdAt: now,
    activatedAt: now,
    lastUsedAt: now,
    lastLoginAt: now,
    provenAt: null,
    countsFrom: now,
    revokedAt: null,
    isLost: false,
  };
  return { identity, onChain, passkey };
}

/**
 * Makes the candidate the only passkey of its identity after its signature was verified, and revokes all
 * others. The first of several concurrent sign-ins does this. A passkey that was lost or removed here stays
 * so, even if it is still the authority on the chain.
 */
export async function adoptPasskey(
  deps: AdoptionDeps,
  tx: Tx,
  { identity, onChain, passkey }: Candidate,
  now: Date,
): Promise<Passkey> {
  const locked = await lockIdentity(tx, identity.id);
  if (!locked || locked.status === 'deleted') throw refuse('passkey_closed');
  const twin = await findPasskeyByCredentialId(tx, passkey.credentialId);
  if (twin?.status === 'active' && twin.identityId === identity.id) return twin;
  if (twin || (await isKnownKey(tx, identity.id, onChain.authority))) throw refuse('passkey_unknown');
  const { credentialId, compressedKey, coseKey, rpIdHash, counter, backupEligible, backedUp, name } = passkey;
  const held: HeldPasskey = {
    credentialId,
    compressedKey,
    coseKey,
    rpIdHash,
    counter,
    backupEligible,
    backedUp,
    name,
    transports: [],
  };
  const ended = await revokeAllPasskeys(tx, {
    identityId: identity.id,
    lostKey: null,
    sessionId: null,
    now,
  });
  if (!(await installRecoveredPasskey(deps, tx, { identityId: identity.id, passkey: held, now })))
    throw refuse('passkey_unknown');
  if (!(await deps.adoption?.take(tx, { ...onChain, identity, revoked: ended.length, now })))
    throw refuse('passkey_unknown');
  return (
    (await findPasskeyByCredentialId(tx, credentialId)) ??
    impossible('an adopted passkey is not in the database')
  );
}

async function isKnownKey(db: Queryable, identityId: string, key: Uint8Array): Promise<boolean> {
  return (await listAllPasskeys(db, identityId)).some(({ compressedKey }) => compressedKey.equals(key));
}

/** The COSE_Key (RFC 9053, 7.1.1) of a compressed P-256 point, as authenticators encode it. */
export function coseKeyOf(compressed: Uint8Array): Buffer {
  const point = Buffer.from(decompressP256(compressed));
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    point.subarray(1, 33),
    Buffer.from('225820', 'hex'),
    point.subarray(33),
  ]);
}
