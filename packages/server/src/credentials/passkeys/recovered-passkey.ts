// The passkey of a recovery: stored until guardians or a delay decide, then the only one.
import type { RegistrationResponse } from '@pid/contract';
import { refuse } from '../../platform/errors/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { endSessions } from '../../sessions/index.ts';
import { passkeyHash } from '../burn-credential.ts';
import { isBurnt } from '../credentials.store.ts';
import { dropPendingPasskeys } from './approvals.store.ts';
import { stopAwaiting } from './awaited-passkeys.store.ts';
import { spendChallenge } from './challenges.ts';
import { readClientData } from './client-data.ts';
import {
  findPasskeyByCredentialId,
  insertPasskey,
  listActivePasskeys,
  markPasskeyRevoked,
  markRecovered,
  type Passkey,
} from './passkeys.store.ts';
import { defaultName, registrationPurpose, type RegistrationDeps } from './register-passkey.ts';
import { verifyRegistration, type VerifiedRegistration } from './verify-registration.ts';

export type HeldPasskey = VerifiedRegistration & { readonly name: string };

/** Verifies a new passkey like a registration; the caller stores it. */
export async function holdNewPasskey(
  deps: RegistrationDeps,
  caller: UserCaller,
  response: RegistrationResponse,
): Promise<HeldPasskey> {
  const clientData = readClientData(response.response.clientDataJSON);
  await spendChallenge(deps, registrationPurpose(caller), clientData.challenge);
  const verified = await verifyRegistration(response, clientData, deps.relyingParty);
  const isKnown = (await findPasskeyByCredentialId(deps.db, verified.credentialId)) !== null;
  if (isKnown || (await isBurnt(deps.db, passkeyHash(deps.burnKey, verified.credentialId))))
    throw refuse('passkey_exists');
  return { ...verified, name: defaultName(verified) };
}

interface Recovered {
  readonly identityId: string;
  /** This key stays valid for operations on the chain. */
  readonly lostKey: Buffer | null;
  /** The session of the recovering device, if known. */
  readonly sessionId: string | null;
  /**
   * Keeps provider sessions opened after this moment: the recovering device may be about to sign in with the
   * new passkey.
   */
  readonly spareProviderSince?: Date;
  readonly now: Date;
}

/**
 * Revokes all passkeys of an identity, deletes pending ones, and ends all sessions except that of the
 * recovering device. The caller must have locked the identity.
 */
export async function revokeAllPasskeys(
  tx: Tx,
  { identityId, lostKey, sessionId, spareProviderSince, now }: Recovered,
): Promise<Passkey[]> {
  const active = await listActivePasskeys(tx, identityId);
  for (const { id, compressedKey } of active) {
    const reason = lostKey?.equals(compressedKey) ? 'lost' : 'recovered';
    await markPasskeyRevoked(tx, { identityId, passkeyId: id, reason, now });
  }
  await dropPendingPasskeys(tx, identityId, now);
  await endSessions(tx, {
    identityId,
    exceptId: sessionId,
    spareProviderSince: spareProviderSince ?? null,
    reason: 'account recovered',
    now,
  });
  return active;
}

/**
 * Installs this passkey as the first one after all others were revoked. Returns false if the credential id is
 * already registered.
 */
export async function installRecoveredPasskey(
  { ids }: Pick<RegistrationDeps, 'ids'>,
  tx: Tx,
  { identityId, passkey, now }: { identityId: string; passkey: HeldPasskey; now: Date },
): Promise<boolean> {
  const id = ids.uuid();
  const inserted = await insertPasskey(tx, {
    ...passkey,
    id,
    identityId,
    status: 'active',
    registeredLoginId: null,
    countsFrom: now,
    now,
  });
  if (inserted) {
    await markRecovered(tx, id, now);
    await stopAwaiting(tx, identityId);
  }
  return inserted;
}
