import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, flag, instant, okReply, page, pageQuery, uuid, words } from '../schemas.ts';

const sessionId = described(uuid, 'UUID of the session.');

const device = Type.Object(
  {
    id: sessionId,
    createdAt: instant('When somebody signed in there.'),
    lastSeenAt: instant('When its cookies were last refreshed.'),
    userAgent: words('What the browser called itself; empty when it said nothing.'),
    current: flag('Whether it is the session that asks.'),
  },
  { title: 'Device' },
);

/** A session's own affairs: whoever holds its cookies, in whatever state it is; a bearer beats a cookie here too, and may not. */
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
    summary: 'Rotates the session cookies',
    requiresCookie: ['pid_refresh'],
    description:
      'Needs the pid_refresh cookie, which is good for 30 days from its last rotation, and sets both cookies anew: pid_access for 15 minutes. Safe to repeat within 10 seconds; a later reuse of an old cookie ends the session.',
  },
  logout: {
    ...ownCookies,
    summary: 'Ends this session and clears its cookies',
    limitPer: 'session',
    requiresCookie: ['pid_refresh', 'pid_access'],
    description: 'Either cookie names the session. The sessions and bearers of apps live on.',
  },
  listSessions: {
    summary: 'Devices that are signed in',
    access: 'user',
    limitPer: 'session',
    query: Type.Object(pageQuery),
    reply: page(device),
    example: {},
  },
  endSession: {
    summary: 'Signs one device out',
    description: 'The own one as it is; any other is confirmed by step-up.',
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
    summary: 'Signs every other device out',
    access: 'user',
    limitPer: 'session',
    stepUp: 'assertion',
    allowSuspended: true,
    allowFrozen: true,
    reply: okReply,
    example: {},
  },
});
