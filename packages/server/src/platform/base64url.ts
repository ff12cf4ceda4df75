/** Unpadded base64url (RFC 4648, section 5) with no stray bits at its end: bytes have one spelling. Empty text is no bytes. */
export const base64UrlPattern =
  '^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$';

const canonical = new RegExp(base64UrlPattern);

/** The one decoder of what comes from outside. Null unless the text is the one spelling of its bytes. */
export function decodeBase64Url(text: string): Buffer | null {
  return canonical.test(text) ? Buffer.from(text, 'base64url') : null;
}
