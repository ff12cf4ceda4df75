import { base64UrlPattern } from '@pid/contract';

const canonical = new RegExp(base64UrlPattern);

/** The one decoder of what comes from outside. Null unless the text is the one spelling of its bytes. */
export function decodeBase64Url(text: string): Buffer | null {
  return canonical.test(text) ? Buffer.from(text, 'base64url') : null;
}
