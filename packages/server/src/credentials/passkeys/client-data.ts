import { isUtf8 } from 'node:buffer';
import { decodeBase64url } from './encoding.ts';
import { passkeyRefused } from './passkey-errors.ts';

/** What the browser says that it asked the authenticator for (WebAuthn L3, 5.8.1). */
export interface ClientData {
  readonly bytes: Buffer;
  readonly type: string;
  readonly challenge: Buffer;
  readonly origin: string;
  readonly isCrossOrigin: boolean;
}

export function readClientData(encoded: string): ClientData {
  const bytes = decodeBase64url(encoded, 'clientDataJSON');
  const { type, challenge, origin, crossOrigin, topOrigin } = parseObject(bytes);
  if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') {
    throw passkeyRefused('clientDataJSON lacks type, challenge or origin');
  }
  const isCrossOrigin = (crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined;
  return { bytes, type, challenge: decodeBase64url(challenge, 'the challenge'), origin, isCrossOrigin };
}

export function assertClientData(
  data: ClientData,
  expected: { type: 'webauthn.create' | 'webauthn.get'; origin: string },
): void {
  if (data.type !== expected.type) throw passkeyRefused(`clientDataJSON is not of type ${expected.type}`);
  if (data.origin !== expected.origin) throw passkeyRefused('it was used on another origin');
  // Our pages cannot be framed, so an honest answer never comes from inside another site.
  if (data.isCrossOrigin) throw passkeyRefused('it was used inside another site');
}

/**
 * What follows type, challenge and origin when clientDataJSON is serialised as WebAuthn L2 5.8.1.1 demands, byte for byte.
 * The program on the chain rebuilds that beginning and never parses. Null when a client deviates.
 */
export function canonicalTail(data: ClientData): Buffer | null {
  const head = Buffer.from(
    `{"type":"${data.type}","challenge":"${data.challenge.toString('base64url')}","origin":"${data.origin}"`,
  );
  const tail = data.bytes.subarray(head.length);
  const isCanonical =
    data.bytes.subarray(0, head.length).equals(head) && (tail[0] === 0x2c || tail[0] === 0x7d);
  return isCanonical ? tail : null;
}

function parseObject(bytes: Buffer): Record<string, unknown> {
  if (!isUtf8(bytes)) throw passkeyRefused('clientDataJSON is not UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw passkeyRefused('clientDataJSON is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw passkeyRefused('clientDataJSON is not an object');
  return { ...value };
}
