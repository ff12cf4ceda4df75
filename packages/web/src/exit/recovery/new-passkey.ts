import {
  compressP256Point,
  fromBase64Url,
  fromHex,
  toBase64Url,
  toHex,
  toPasskeyPoint,
  utf8,
} from '@pid/protocol';
import type { PasskeyPoint } from '@pid/protocol';
import { createPasskey } from '../../kit/passkeys/ceremony.ts';
import { deviceStorage } from '../../kit/platform/storage.ts';
import { ExitProblem } from '../exit-problem.ts';

/** ECDSA over P-256 with SHA-256 (RFC 9053, section 2.1). */
const ES256 = -7;
const POINT_BYTES = 65;
const TIMEOUT_MILLISECONDS = 600_000;

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
const keptUnder = (pid: string) => `pid:exit:new-passkey:${pid}`;

/**
 * Makes a passkey for this host that the service does not know yet. Its user handle contains the pid, so that
 * the service can adopt it once it is the authority. The handle ends in random bytes, so that the passkey
 * replaces no other passkey on the device.
 */
export async function makePasskey(pid: string): Promise<PasskeyPoint> {
  const { response } = await createPasskey({
    rp: { id: location.hostname, name: 'PID' },
    user: {
      id: toBase64Url(utf8(`${pid}#${toHex(random(8))}`)),
      name: pid,
      displayName: pid,
    },
    challenge: toBase64Url(random(32)),
    pubKeyCredParams: [{ type: 'public-key', alg: ES256 }],
    timeout: TIMEOUT_MILLISECONDS,
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    extensions: { credProps: true },
  });
  // The browser's decoded key (WebAuthn L3, 5.2.1.1): a SubjectPublicKeyInfo that ends with the point.
  const { publicKey } = response as { publicKey?: unknown };
  if (typeof publicKey !== 'string') throw new ExitProblem('browserKey');
  try {
    return compressP256Point(fromBase64Url(publicKey).slice(-POINT_BYTES));
  } catch {
    throw new ExitProblem('browserKey');
  }
}

/** Accepts 66 hexadecimal digits with any spaces that were copied along. */
export function readKey(typed: string): PasskeyPoint {
  try {
    return toPasskeyPoint(fromHex(typed.replaceAll(/\s/gu, '').toLowerCase()));
  } catch {
    throw new ExitProblem('badNewKey');
  }
}

export function keepKey(pid: string, key: PasskeyPoint): void {
  deviceStorage.set(keptUnder(pid), toHex(key));
}

/**
 * Returns the key of the passkey that was made here for this player, in hexadecimal; empty if there is none.
 */
export function keptKey(pid: string): string {
  return deviceStorage.get(keptUnder(pid)) ?? '';
}
