import { parseUrl } from '../platform/parse-url.ts';

/**
 * This module alone decides where players may be redirected and which origins may call the API from a
 * browser. Text is checked before it is parsed, because parsers repair invalid input, and a repaired address
 * can differ from the intended one.
 */

const urlLengthMax = 1024;
/**
 * `scheme://authority` and the rest, without characters that a parser would drop or convert: controls,
 * spaces, backslashes.
 */
const shape = /^(https?):\/\/([^/?#@\\%\s\p{C}]+)([/?][^#\\\s\p{C}]*)?$/iu;
const loopbackAuthority = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
/**
 * Parameters of the login response. An address that already contains one could pass off a foreign code as
 * ours.
 */
const answerParameters = ['pid_code', 'code', 'state', 'error', 'iss'];

/**
 * RFC 8252, 7.1: the scheme is a reversed host name, followed by one slash and a plain path. Lower case only,
 * so that an address has one spelling.
 */
const privateUse = /^([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+):\/(?!\/)[A-Za-z0-9._~/-]*$/;
const hostName = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;

/**
 * Target of a login response: the normalized address and its origin. For a private-use scheme, the origin is
 * the scheme.
 */
export interface ReturnAddress {
  readonly href: string;
  readonly origin: string;
  /**
   * Only an https address is certain to belong to the app. Any program can use a loopback port or a
   * private-use scheme.
   */
  readonly isWeb: boolean;
}

/** The addresses that an app has listed. */
export interface AppAddresses {
  readonly origins: readonly string[];
  readonly redirectUris: readonly string[];
}

/** Returns an https origin as browsers write it, or null if the text is not one. */
export function normaliseOrigin(text: string): string | null {
  const [, scheme = '', authority = '', rest] = shape.exec(text) ?? [];
  if (text.length > urlLengthMax || scheme.toLowerCase() !== 'https' || (rest !== undefined && rest !== '/'))
    return null;
  const url = authority.includes('*') ? null : parseUrl(text);
  return !url || url.hostname.endsWith('.') ? null : url.origin;
}

/**
 * True for http://localhost, http://127.0.0.1 and http://[::1] with any port, in exactly this spelling: the
 * developer's own machine.
 */
export function isLoopbackOrigin(origin: string): boolean {
  return (
    origin.startsWith('http://') &&
    loopbackAuthority.test(origin.slice('http://'.length)) &&
    parseUrl(origin) !== null
  );
}

/** Matches a return address on a loopback host or on a listed origin. Returns null for any other address. */
export function matchReturnAddress(text: string, listedOrigins: readonly string[]): ReturnAddress | null {
  const [, scheme = '', authority = ''] = shape.exec(text) ?? [];
  const url = scheme === '' || text.length > urlLengthMax ? null : parseUrl(text);
  if (!url) return null;
  const isLoopback = scheme.toLowerCase() === 'http' && loopbackAuthority.test(authority);
  if (!isLoopback && !(url.protocol === 'https:' && listedOrigins.includes(url.origin))) return null;
  if (answerParameters.some((name) => url.searchParams.has(name))) return null;
  return { href: url.href, origin: url.origin, isWeb: !isLoopback };
}

/**
 * Like `matchReturnAddress`, but accepts only the app's exact addresses if it has listed any. Loopback
 * addresses stay accepted, because they are the developer's own machine.
 */
export function matchAppAddress(text: string, app: AppAddresses): ReturnAddress | null {
  const address = matchReturnAddress(text, app.origins);
  if (!address?.isWeb || app.redirectUris.length === 0) return address;
  return isWrittenAs(text, address.href) && app.redirectUris.includes(address.href) ? address : null;
}

/** Matches a listed address of a private-use scheme. Returns null for any other address. */
export function matchPrivateAddress(text: string, app: AppAddresses): ReturnAddress | null {
  return app.redirectUris.includes(text) && isPrivateUse(text, app.origins)
    ? { href: text, origin: text.slice(0, text.indexOf(':') + 1), isWeb: false }
    : null;
}

/**
 * Normalizes an address that an app wants to list. Returns null if it is neither on one of its origins nor
 * under one of their schemes.
 */
export function normaliseRedirectUri(text: string, origins: readonly string[]): string | null {
  if (isPrivateUse(text, origins)) return text;
  const address = matchReturnAddress(text, origins);
  return address?.isWeb && isWrittenAs(text, address.href) ? address.href : null;
}

export function isPrivateScheme(href: string): boolean {
  return !/^https?:/.test(href);
}

/** Compares as text (RFC 9700, 2.1). Only the slash of a bare origin may be missing. */
function isWrittenAs(text: string, href: string): boolean {
  return text === href || `${text}/` === href;
}

/** Whether the scheme is the reversed host of a listed origin, or begins with that host and a dot. */
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

/** Adds the response parameters to a return address and leaves the app's own parameters unchanged. */
export function withAnswer(href: string, answer: Readonly<Record<string, string | undefined>>): string {
  const fields = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const question = href.indexOf('?');
  const separator = question === -1 ? '?' : question === href.length - 1 ? '' : '&';
  return `${href}${separator}${new URLSearchParams(fields).toString()}`;
}

/** Tells the developer why an address was refused. Expects an address that no rule above accepts. */
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
  if (!isListed && /^[a-z][\da-z-]*(?:\.[\da-z-]+)+:/i.test(text))
    return 'redirect_uri of a custom scheme must be one of the return addresses (redirectUris) of the app, letter by letter';
  const loopback = 'http://localhost, http://127.0.0.1 or http://[::1]';
  const isOnListedOrigin = url !== null && app.origins.includes(url.origin);
  if (url?.protocol === 'http:' && app.origins.includes(`https://${url.host}`))
    return `redirect_uri must be https; plain http is for ${loopback} alone`;
  return app.redirectUris.length > 0 && isOnListedOrigin
    ? `redirect_uri must be one of the addresses that the app has listed, or lie on ${loopback}`
    : `redirect_uri must lie on an origin that the app has listed, or on ${loopback}${url && !isPrivateScheme(text) ? `; ${url.origin} is not listed` : ''}`;
}
