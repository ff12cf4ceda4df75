/**
 * The value of a cookie that was sent exactly once. Null when it is missing, or there twice: two cookies of one name mean
 * that another host or path has planted one, and which of them is ours cannot be told.
 */
export function readSingleCookie(header: string | undefined, name: string): string | null {
  return readCookies(header, name).length === 1 ? readCookies(header, name)[0]! : null;
}

export function readCookies(header: string | undefined, name: string): string[] {
  if (!header) return [];
  const prefix = `${name}=`;
  const values: string[] = [];
  for (const part of header.split(';')) {
    const pair = part.trimStart();
    if (pair.startsWith(prefix)) values.push(pair.slice(prefix.length).trimEnd());
  }
  return values;
}

export interface CookieOptions {
  readonly path: string;
  readonly maxAgeSeconds: number;
  readonly secure: boolean;
}

/** RFC 6265. Always HttpOnly and SameSite=Lax, never with a Domain, so that it stays on our own host. */
export function serializeCookie(name: string, value: string, options: CookieOptions): string {
  const attributes = [`Path=${options.path}`, `Max-Age=${options.maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax'];
  if (options.secure) attributes.push('Secure');
  return `${name}=${value}; ${attributes.join('; ')}`;
}
