import { nameDevice } from '@pid/contract/client';

/**
 * For example `Chrome, Linux`. Other programs are shown by the first word of their user agent, such as
 * `curl`.
 */
export function deviceName(userAgent: string | null, unknown: string): string {
  if (!userAgent) return unknown;
  return nameDevice(userAgent) ?? /^[\w-]{2,24}/u.exec(userAgent)?.[0] ?? unknown;
}
