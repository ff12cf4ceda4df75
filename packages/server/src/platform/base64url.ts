import { base64UrlPattern } from '@pid/contract';

const canonical = new RegExp(base64UrlPattern);

/**
 * Decodes base64url from untrusted input. Returns null unless the text is the canonical encoding of its
 * bytes.
 */
export function decodeBase64Url(text: string): Buffer | null {
  return canonical.test(text) ? Buffer.from(text, 'base64url') : null;
}
