import type { ServiceError, ErrorDetails } from '../errors/index.ts';

/** The largest integer of a structured field (RFC 9651, section 3.3.1). */
const largestInteger = 999_999_999_999_999;

/** A plain word is written as a token (section 3.3.4): `need=recent`. */
const word = /^[a-z][a-z_]*$/;

/**
 * `insufficient_balance; needed=2600; available=1000`: the machine-readable part of a refusal, as an RFC 9651
 * item with parameters.
 */
export function errorHeader(refusal: ServiceError): string {
  return refusal.code + parameters(refusal.details);
}

function parameters(details: ErrorDetails): string {
  return Object.entries(details)
    .map(([name, value]) => `; ${parameterKey(name)}=${bareItem(value)}`)
    .join('');
}

/** Keys are lower case (RFC 9651, section 3.1.2): `readyAt` becomes `ready_at`. */
function parameterKey(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function bareItem(value: string | number): string {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= largestInteger)
    return String(value);
  if (typeof value === 'string' && word.test(value)) return value;
  // A structured string is printable ASCII; other characters are not allowed.
  const text = String(value).replaceAll(/[^ -~]/g, '?');
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
