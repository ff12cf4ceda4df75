import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, flag, instant, okReply, page, pageQuery, uuid, words } from '../schemas.ts';

const sessionId = described(uuid, 'Id of the session (UUID).');

const device = Type.Object(
  {
    id: sessionId,
    createdAt: instant('Time of the sign-in.'),
    lastSeenAt: instant('Time at which the session’s cookies were last refreshed.'),
    userAgent: words('User-Agent header of the browser; empty if it sent none.'),
    current: flag('Whether this is the session that makes the request.'),
  },
  { title: 'Device' },
);

/**
 * Common fields of operations on the caller's own cookies. The cookies suffice, even of an expired session. A request that also has a
 * bearer is refused.
 */
const ownCookies = {
  access: 'optional-user',
  allowSuspended: true,
  limit: 'signin',
  reply: okReply,
  setsCookies: ['pid_access', 'pid_refresh'],
  errors: ['unauthorized', 'foreign_origin'],
  example: {},
} as const;

export const sessions = declare('auth', {
  refresh: {
    ...ownCookies,
    summary: 'Refreshes the session cookies',
    requiresCookie: ['pid_refresh'],
    description:
      'The response sets both session cookies: `pid_access` is valid for 15 minutes, `pid_refresh` for 30 days. The request can be repeated with the same cookie within 10 seconds. A later reuse of an old cookie ends the session.',
  },
  logout: {
    ...ownCookies,
    summary: 'Ends the current session',
    limitPer: 'session',
    requiresCookie: ['pid_refresh', 'pid_access'],
    description:
      'Clears the session cookies. Either cookie identifies the session. Tokens and sessions of apps stay valid.',
  },
  listSessions: {
    summary: 'Lists the sessions of the player',
    access: 'user',
    limitPer: 'session',
    query: Type.Object(pageQuery),
    reply: page(device),
    example: {},
  },
  endSession: {
    summary: 'Ends one session',
    description: 'The current session ends without confirmation; ending another session requires step-up.',
    access: 'user',
    limitPer: 'session',
    stepUp: 'judged',
    allowSuspended: true,
    allowFrozen: true,
    params: Type.Object({ id: sessionId }),
    reply: okReply,
    errors: ['not_found'],
    example: { id: '0b7c2a4e-5d1f-4c3a-9b8e-2f6a1d0c7e55' },
  },
  endOtherSessions: {
    summary: 'Ends all other sessions',
    access: 'user',
    limitPer: 'session',
    stepUp: 'assertion',
    allowSuspended: true,
    allowFrozen: true,
    reply: okReply,
    example: {},
  },
});
