import { parseUrl } from '../platform/parse-url.ts';

/**
 * The one place that decides where users may be sent and whose browser calls are let in. Text is judged before it is parsed,
 * because parsers repair what they are given, and a repaired address is another one than was meant.
 */

const urlLengthMax = 1024;
/** `scheme://authority` and the rest, without anything a parser would drop or bend: controls, blanks, backslashes. */
const shape = /^(https?):\/\/([^/?#@\\%\s\p{C}]+)([/?][^#\\\s\p{C}]*)?$/iu;
const loopbackAuthority = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
/** Parameters of our own answer: an address that already carries one could pass a foreign code off as ours. */
const answerParameters = ['pid_code', 'code', 'state', 'error', 'iss'];

/** Where a login's answer goes: the address as browsers understand it, and its origin. */
export interface ReturnAddress {
  readonly href: string;
  readonly origin: string;
}

/** The https origin that an app may list, in the form in which browsers write it; null when it is none. */
export function normaliseOrigin(text: string): string | null {
  const [, scheme = '', authority = '', rest] = shape.exec(text) ?? [];
  if (text.length > urlLengthMax || scheme.toLowerCase() !== 'https' || (rest !== undefined && rest !== '/'))
    return null;
  const url = authority.includes('*') ? null : parseUrl(text);
  return !url || url.hostname.endsWith('.') ? null : url.origin;
}

/** http://localhost, http://127.0.0.1 or http://[::1] with any port, written exactly so: the developer's own machine. */
export function isLoopbackOrigin(origin: string): boolean {
  return (
    origin.startsWith('http://') &&
    loopbackAuthority.test(origin.slice('http://'.length)) &&
    parseUrl(origin) !== null
  );
}

/** A return address on a loopback host or on one of the listed origins; null for anything else. */
export function matchReturnAddress(text: string, listedOrigins: readonly string[]): ReturnAddress | null {
  const [, scheme = '', authority = ''] = shape.exec(text) ?? [];
  const url = scheme === '' || text.length > urlLengthMax ? null : parseUrl(text);
  if (!url) return null;
  const isLoopback = scheme.toLowerCase() === 'http' && loopbackAuthority.test(authority);
  if (!isLoopback && !(url.protocol === 'https:' && listedOrigins.includes(url.origin))) return null;
  if (answerParameters.some((name) => url.searchParams.has(name))) return null;
  return { href: url.href, origin: url.origin };
}

/** Adds the answer to a return address, leaving what the app itself wrote there as it is. */
export function withAnswer(href: string, answer: Readonly<Record<string, string | undefined>>): string {
  const fields = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const question = href.indexOf('?');
  const separator = question === -1 ? '?' : question === href.length - 1 ? '' : '&';
  return `${href}${separator}${new URLSearchParams(fields).toString()}`;
}
