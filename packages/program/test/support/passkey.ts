import { generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  concatBytes,
  compressP256Point,
  lowSFromDer,
  rpIdHashFromRpId,
  sha256,
  toBase64Url,
  utf8,
} from '@pid/protocol';
import type { Bytes, Bytes32, PasskeyPoint } from '@pid/protocol';

export const ORIGIN = 'https://id.pid.example';
export const RP_ID = 'pid.example';
const UP_UV = 0x05;

export interface Passkey {
  readonly privateKey: KeyObject;
  readonly point: PasskeyPoint;
}

export function createPasskey(): Passkey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privateKey,
    point: compressP256Point(publicKey.export({ format: 'der', type: 'spki' }).subarray(26)),
  };
}

/** Ways in which an authenticator or its client may differ from the program's expectations. */
export interface AssertionQuirks {
  readonly origin?: string;
  readonly rpId?: string;
  readonly flags?: number;
  readonly counter?: number;
  readonly type?: string;
  /** Rewrites the JSON before it is signed. */
  readonly clientData?: (json: string) => string;
  /** Bytes after the 37 bytes of authenticatorData. */
  readonly extensions?: Uint8Array;
}

export interface SignedAssertion {
  readonly clientDataJSON: Bytes;
  readonly authenticatorData: Bytes;
  readonly message: Bytes;
  /** DER, as browsers return it. */
  readonly der: Bytes;
  /** r ‖ s with a low s. */
  readonly signature: Bytes;
}

/** Signs a challenge as a browser and its authenticator do. */
export function assertPasskey(
  passkey: Passkey,
  challenge: Bytes32,
  quirks: AssertionQuirks = {},
): SignedAssertion {
  const client = {
    type: quirks.type ?? 'webauthn.get',
    challenge: toBase64Url(challenge),
    origin: quirks.origin ?? ORIGIN,
    crossOrigin: false,
  };
  const json = JSON.stringify(client);
  const clientDataJSON = utf8(quirks.clientData?.(json) ?? json);
  const counter = new Uint8Array(4);
  new DataView(counter.buffer).setUint32(0, quirks.counter ?? 0);
  const authenticatorData = concatBytes(
    rpIdHashFromRpId(quirks.rpId ?? RP_ID),
    Uint8Array.of(quirks.flags ?? UP_UV),
    counter,
    quirks.extensions ?? new Uint8Array(0),
  );
  const message = concatBytes(authenticatorData, sha256(clientDataJSON));
  const der = new Uint8Array(sign('sha256', message, passkey.privateKey));
  return { clientDataJSON, authenticatorData, message, der, signature: lowSFromDer(der) };
}
