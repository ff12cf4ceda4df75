import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { AuthorizeFields, AuthorizeRequest } from './authorize-request.ts';

export interface FreshDeps {
  readonly clock: Clock;
  /** Signs the time at which a login was first shown. All nodes share this key. */
  readonly loginTicketKey: Buffer;
}

/** The same time that a newcomer has to claim a handle. */
const ticketTtlMillis = 900_000;
const timeBytes = 8;

/**
 * Signs the time at which this login was first shown. A client that requests a new sign-in (`prompt=login`,
 * `max_age`) gets one that happened after that time. The page carries the ticket through the sign-in and
 * cannot forge it.
 */
export function newLoginTicket(deps: FreshDeps, fields: AuthorizeFields): string {
  const time = Buffer.alloc(timeBytes);
  time.writeBigUInt64BE(BigInt(deps.clock.nowMillis()));
  return Buffer.concat([time, tagOf(deps, fields, time)]).toString('base64url');
}

/** Whether the player must sign in again before this login gets its code (OpenID Connect Core, 3.1.2.1). */
export function mustSignIn(deps: FreshDeps, login: AuthorizeRequest, authenticatedAt: Date): boolean {
  const { prompts, maxAgeSeconds } = login;
  if (!prompts.includes('login') && maxAgeSeconds === null) return false;
  const shownMillis = readTicket(deps, login.fields);
  // Providers report the time of a sign-in in whole seconds.
  if (shownMillis !== null && authenticatedAt.getTime() >= Math.floor(shownMillis / 1000) * 1000)
    return false;
  return (
    prompts.includes('login') ||
    maxAgeSeconds === 0 ||
    deps.clock.nowMillis() - authenticatedAt.getTime() > maxAgeSeconds! * 1000
  );
}

function readTicket(deps: FreshDeps, fields: AuthorizeFields): number | null {
  const bytes = Buffer.from(fields.login_ticket ?? '', 'base64url');
  if (bytes.length !== timeBytes + 32) return null;
  const time = bytes.subarray(0, timeBytes);
  if (!timingSafeEqual(bytes.subarray(timeBytes), tagOf(deps, fields, time))) return null;
  const millis = Number(time.readBigUInt64BE());
  const ageMillis = deps.clock.nowMillis() - millis;
  return ageMillis <= ticketTtlMillis ? millis : null;
}

/** Covers every other field, so that a ticket is valid only for the login it was made for. */
function tagOf(deps: FreshDeps, { login_ticket: _ticket, ...fields }: AuthorizeFields, time: Buffer): Buffer {
  const entries = Object.entries(fields).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return createHmac('sha256', deps.loginTicketKey).update(time).update(JSON.stringify(entries)).digest();
}
