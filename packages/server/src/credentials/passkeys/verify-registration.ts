import type { RegistrationResponse } from '@pid/contract';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import { ServiceError, refuse } from '../../platform/errors/index.ts';
import { assertAuthenticatorData, readAuthenticatorData } from './authenticator-data.ts';
import { assertClientData, type ClientData } from './client-data.ts';
import { decodeBase64url } from './encoding.ts';
import { compressPoint } from './p256.ts';
import type { RelyingParty } from './use-passkey.ts';

export interface VerifiedRegistration {
  readonly credentialId: string;
  readonly compressedKey: Buffer;
  readonly coseKey: Buffer;
  readonly rpIdHash: Buffer;
  readonly counter: number;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly transports: string[];
}

export const algorithmEs256 = -7;
const transportsKnown = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/**
 * Verifies a registration (WebAuthn L3, 7.1): our own rules first, for their clear messages, then the whole
 * check of the library.
 */
export async function verifyRegistration(
  response: RegistrationResponse,
  clientData: ClientData,
  relyingParty: RelyingParty,
  { silent = false }: { silent?: boolean } = {},
): Promise<VerifiedRegistration> {
  assertClientData(clientData, { type: 'webauthn.create', origin: relyingParty.origin });
  if (response.clientExtensionResults?.credProps?.rk === false)
    throw refuse('passkey_refused', { reason: 'not_stored' });
  const data = readAuthenticatorData(readAttestation(response.response.attestationObject));
  // A passkey created without a prompt (WebAuthn L3, 5.1.3) cannot confirm the user's presence.
  assertAuthenticatorData(
    silent ? { ...data, isUserPresent: true, isUserVerified: true } : data,
    relyingParty.rpId,
  );
  const { id, publicKey } = await verifyByLibrary(response, clientData, relyingParty, silent);
  if (id !== response.id) throw refuse('passkey_refused', { reason: 'another_credential' });
  return {
    credentialId: id,
    compressedKey: compressedKeyOf(publicKey),
    coseKey: Buffer.from(publicKey),
    rpIdHash: data.rpIdHash,
    counter: data.counter,
    backupEligible: data.isBackupEligible,
    backedUp: data.isBackedUp,
    transports: transportsKnown.filter((transport) => response.response.transports?.includes(transport)),
  };
}

async function verifyByLibrary(
  response: RegistrationResponse,
  clientData: ClientData,
  relyingParty: RelyingParty,
  silent: boolean,
) {
  const { id, rawId, type } = response;
  const { clientDataJSON, attestationObject } = response.response;
  const result = await orRefuse(() =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: clientData.challenge.toString('base64url'),
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.rpId,
      requireUserPresence: !silent,
      requireUserVerification: !silent,
      supportedAlgorithmIDs: [algorithmEs256],
    }),
  );
  if (!result.verified) throw refuse('passkey_refused', { reason: 'attestation_wrong' });
  return result.registrationInfo.credential;
}

/**
 * We request no attestation and trust none. Formats with certificates are refused, because the library would
 * fetch revocation lists from addresses in the certificate to check them.
 */
function readAttestation(encoded: string): Buffer {
  const bytes = decodeBase64url(encoded, 'attestationObject');
  const attestation = orRefuseNow(() => decodeAttestationObject(new Uint8Array(bytes)));
  return orRefuseNow(() => {
    const format = attestation.get('fmt');
    const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
    if (format !== 'none' && !isSelfSigned)
      throw refuse('passkey_refused', { reason: 'attestation_unasked' });
    return Buffer.from(attestation.get('authData'));
  });
}

function compressedKeyOf(coseKey: Uint8Array<ArrayBuffer>): Buffer {
  const key: unknown = orRefuseNow(() => decodeCredentialPublicKey(coseKey));
  if (!(key instanceof Map)) throw refuse('passkey_refused', { reason: 'key_not_es256' });
  // RFC 9052, 9053: kty, alg, crv, x, y; an EC2 key (2) for ES256 on P-256 (1).
  const [kty, algorithm, curve, x, y] = [1, 3, -1, -2, -3].map((label): unknown => key.get(label));
  if (kty !== 2 || algorithm !== algorithmEs256 || curve !== 1)
    throw refuse('passkey_refused', { reason: 'key_not_es256' });
  if (!(x instanceof Uint8Array) || !(y instanceof Uint8Array))
    throw refuse('passkey_refused', { reason: 'key_no_point' });
  return compressPoint(x, y);
}

/**
 * The library throws various errors for malformed input; the client gets the same refusal for all of them.
 */
async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  return work().catch(asRefusal);
}

function orRefuseNow<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return asRefusal(error);
  }
}

function asRefusal(error: unknown): never {
  throw error instanceof ServiceError ? error : refuse('passkey_refused', { reason: 'malformed' });
}
