import { decodeBase64Url } from '../../platform/base64url.ts';
import { passkeyRefused } from './passkey-errors.ts';

/** Strict unpadded base64url: two texts never mean the same bytes, so that an id has one spelling. */
export function decodeBase64url(text: string, field: string): Buffer {
  const bytes = decodeBase64Url(text);
  if (!bytes || bytes.length === 0) throw passkeyRefused(`${field} is not unpadded base64url`);
  return bytes;
}

export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}
