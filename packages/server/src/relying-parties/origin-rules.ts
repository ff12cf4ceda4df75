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

/** RFC 8252, 7.1: a scheme that is a reversed host name, one slash, a plain path. Lower case, so that one address has one spelling. */
const privateUse = /^([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+):\/(?!\/)[A-Za-z0-9._~/-]*$/;
const hostName = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;

/** Where a login's answer goes: the address as browsers understand it, and its origin; of a private-use scheme, the scheme. */
export interface ReturnAddress {
  readonly href: string;
  readonly origin: string;
  /** Only an https address is known to be the app's own: a loopback port or a scheme may be anybody's. */
  readonly isWeb: boolean;
}

/** What an app has listed. */
export interface AppAddresses {
  readonly origins: readonly string[];
  readonly redirectUris: readonly string[];
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
  return { href: url.href, origin: url.origin, isWeb: !isLoopback };
}

/** The same, narrowed to the app's exact addresses once it has listed any. Loopback stays open: it is the developer's own machine. */
export function matchAppAddress(text: string, app: AppAddresses): ReturnAddress | null {
  const address = matchReturnAddress(text, app.origins);
  if (!address?.isWeb || app.redirectUris.length === 0) return address;
  return isWrittenAs(text, address.href) && app.redirectUris.includes(address.href) ? address : null;
}

/** An address of a private-use scheme that the app has listed; null for anything else. */
export function matchPrivateAddress(text: string, app: AppAddresses): ReturnAddress | null {
  return app.redirectUris.includes(text) && isPrivateUse(text, app.origins)
    ? { href: text, origin: text.slice(0, text.indexOf(':') + 1), isWeb: false }
    : null;
}

/** An address that an app may list, in its one spelling; null when it lies on none of its origins and under none of their schemes. */
export function normaliseRedirectUri(text: string, origins: readonly string[]): string | null {
  if (isPrivateUse(text, origins)) return text;
  const address = matchReturnAddress(text, origins);
  return address?.isWeb && isWrittenAs(text, address.href) ? address.href : null;
}

export function isPrivateScheme(href: string): boolean {
  return !/^https?:/.test(href);
}

/** Compared as text (RFC 9700, 2.1): only the slash of a bare origin may be missing. */
function isWrittenAs(text: string, href: string): boolean {
  return text === href || `${text}/` === href;
}

/** Whether its scheme is the reversed host of a listed origin, or begins with it and a dot. */
function isPrivateUse(text: string, origins: readonly string[]): boolean {
  const scheme = text.length > urlLengthMax ? undefined : privateUse.exec(text)?.[1];
  return (
    scheme !== undefined &&
    origins.some((origin) => {
      const host = parseUrl(origin)?.hostname ?? '';
      const reversed = host.split('.').toReversed().join('.');
      // mutant (relying-parties/app-addresses): `${reversed}.` => reversed
      return hostName.test(host) && (scheme === reversed || scheme.startsWith(`${reversed}.`));
    })
  );
}

/** Adds the answer to a return address, leaving what the app itself wrote there as it is. */
export function withAnswer(href: string, answer: Readonly<Record<string, string | undefined>>): string {
  const fields = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const question = href.indexOf('?');
  const separator = question === -1 ? '?' : question === href.length - 1 ? '' : '&';
  return `${href}${separator}${new URLSearchParams(fields).toString()}`;
}

/** Why an address is not taken, for the developer who has to mend it. Said of one that no rule above has let through. */
export function whyRefused(
  text: string,
  { app, isStandard }: { app: AppAddresses & { requireSecret: boolean }; isStandard: boolean },
): string {
  if (text.includes('#')) return 'redirect_uri must have no fragment (#)';
  const url = parseUrl(text);
  const reserved = url && answerParameters.find((name) => url.searchParams.has(name));
  if (reserved) return `redirect_uri must not carry ${reserved} itself: the answer adds it`;
  const isListed = app.redirectUris.includes(text);
  if (isListed && isPrivateScheme(text) && !isStandard)
    return 'redirect_uri must be an https or loopback address here: one of a scheme needs the standard login with response_type=code';
  if (isListed && isPrivateScheme(text) && app.requireSecret)
    return 'redirect_uri must be an https address, because the app requires its secret';
  const loopback = 'http://localhost, http://127.0.0.1 or http://[::1]';
  const isOnListedOrigin = url !== null && app.origins.includes(url.origin);
  if (url?.protocol === 'http:' && app.origins.includes(`https://${url.host}`))
    return `redirect_uri must be https; plain http is for ${loopback} alone`;
  return app.redirectUris.length > 0 && isOnListedOrigin
    ? `redirect_uri must be one of the addresses that the app has listed, or lie on ${loopback}`
    : `redirect_uri must lie on an origin that the app has listed, or on ${loopback}${url && !isPrivateScheme(text) ? `; ${url.origin} is not listed` : ''}`;
}
