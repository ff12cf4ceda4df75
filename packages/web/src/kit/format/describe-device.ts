import { describeDevice } from '@pid/contract/client';

/** `Chrome, Linux`; what is not a browser shows its own first word, such as `curl`. */
export function deviceName(userAgent: string | null, unknown: string): string {
  if (!userAgent) return unknown;
  return describeDevice(userAgent) ?? /^[\w-]{2,24}/u.exec(userAgent)?.[0] ?? unknown;
}
