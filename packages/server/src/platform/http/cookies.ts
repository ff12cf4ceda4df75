/**
 * The value of a cookie that was sent exactly once. Null when it is missing or sent twice: two cookies of one
 * name mean that another host or path has planted one, and ours cannot be recognized.
 */
export function readSingleCookie(header: string | undefined, name: string): string | null {
  if (!header) return null;
  const prefix = `${name}=`;
  let value: string | null = null;
  for (let start = 0; start < header.length;) {
    const semicolon = header.indexOf(';', start);
    const end = semicolon === -1 ? header.length : semicolon;
    while (header.charCodeAt(start) === 0x20) start += 1;
    if (header.startsWith(prefix, start)) {
      if (value !== null) return null;
      value = header.slice(start + prefix.length, end).trimEnd();
    }
    start = end + 1;
  }
  return value;
}

export interface CookieOptions {
  readonly path: string;
  readonly maxAgeSeconds: number;
  readonly secure: boolean;
}

/** RFC 6265. Always HttpOnly and SameSite=Lax, never with a Domain, so that only our host receives it. */
export function serializeCookie(name: string, value: string, options: CookieOptions): string {
  const attributes = [`Path=${options.path}`, `Max-Age=${options.maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax'];
  if (options.secure) attributes.push('Secure');
  return `${name}=${value}; ${attributes.join('; ')}`;
}
