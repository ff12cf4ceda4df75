// The passkey of a recovery: held until guardians or time have decided, then the only one.
import type { RegistrationResponse } from '@pid/contract';
import { refuse } from '../../platform/errors/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { endSessions } from '../../sessions/index.ts';
import { passkeyHash } from '../burn-credential.ts';
import { isBurnt } from '../credentials.store.ts';
import { spendChallenge } from './challenges.ts';
import { readClientData } from './client-data.ts';
import {
  findPasskeyByCredentialId,
  insertPasskey,
  listActivePasskeys,
  revokePasskey,
} from './passkeys.store.ts';
import { defaultName, registrationPurpose, type RegistrationDeps } from './register-passkey.ts';
import { verifyRegistration, type VerifiedRegistration } from './verify-registration.ts';

export type HeldPasskey = VerifiedRegistration & { readonly name: string };

/** Judges a new passkey as a registration is judged, and leaves it to the caller to keep it. */
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

/**
 * Ends every passkey of an identity, with the sessions that they opened, and makes this one the first. `lostKey` stays good for what the chain judges.
 * Returns our ids of those that ended, or null when the credential id is somebody's by now.
 */
export async function installRecoveredPasskey(
  { ids }: Pick<RegistrationDeps, 'ids'>,
  tx: Tx,
  input: {
    readonly identityId: string;
    readonly passkey: HeldPasskey;
    readonly lostKey: Buffer | null;
    readonly now: Date;
  },
): Promise<string[] | null> {
  const { identityId, passkey, lostKey, now } = input;
  const former = await listActivePasskeys(tx, identityId);
  for (const { id, compressedKey } of former) {
    const reason = lostKey?.equals(compressedKey) ? 'lost' : 'recovered';
    await revokePasskey(tx, { identityId, passkeyId: id, reason, now });
    await endSessions(tx, { identityId, exceptId: null, openedWith: id, reason: 'account recovered', now });
  }
  const inserted = await insertPasskey(tx, {
    ...passkey,
    id: ids.uuid(),
    identityId,
    status: 'active',
    registeredLoginId: null,
    countsFrom: now,
    now,
  });
  return inserted ? former.map(({ id }) => id) : null;
}
