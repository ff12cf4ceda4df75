import { decodeBase64Url } from '../../platform/base64url.ts';
import { refuse } from '../../platform/errors/index.ts';

/** Strict unpadded base64url: no two texts decode to the same bytes, so an id has one spelling. */
export function decodeBase64url(text: string, field: string): Buffer {
  const bytes = decodeBase64Url(text);
  if (!bytes || bytes.length === 0) throw refuse('passkey_refused', { reason: 'not_base64url', field });
  return bytes;
}

export const uuidLength = 16;

export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

export function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
