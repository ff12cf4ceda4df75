import { isUtf8 } from 'node:buffer';
import { decodeBase64url } from './encoding.ts';
import { refuse } from '../../platform/errors/index.ts';

/** The browser's description of its request to the authenticator (WebAuthn L3, 5.8.1). */
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
    throw refuse('passkey_refused', { reason: 'client_data_incomplete' });
  }
  const isCrossOrigin = (crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined;
  return { bytes, type, challenge: decodeBase64url(challenge, 'the challenge'), origin, isCrossOrigin };
}

export function assertClientData(
  data: ClientData,
  expected: { type: 'webauthn.create' | 'webauthn.get'; origin: string },
): void {
  if (data.type !== expected.type)
    throw refuse('passkey_refused', {
      reason: expected.type === 'webauthn.get' ? 'no_request' : 'no_creation',
    });
  if (data.origin !== expected.origin) throw refuse('passkey_refused', { reason: 'another_origin' });
  // Our pages cannot be framed, so a legitimate response never comes from inside another site.
  if (data.isCrossOrigin) throw refuse('passkey_refused', { reason: 'inside_another_site' });
}

/**
 * Returns the bytes after type, challenge and origin if clientDataJSON is serialized exactly as WebAuthn L2
 * 5.8.1.1 requires. The program on the chain rebuilds the bytes before that and never parses. Returns null if
 * a client deviates.
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
  if (!isUtf8(bytes)) throw refuse('passkey_refused', { reason: 'client_data_no_text' });
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw refuse('passkey_refused', { reason: 'client_data_no_json' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('passkey_refused', { reason: 'client_data_no_object' });
  return { ...value };
}
