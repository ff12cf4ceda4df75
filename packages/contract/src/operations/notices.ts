import { Type } from 'typebox';
import { declare } from '../declare.ts';
import {
  described,
  flag,
  instant,
  integer,
  nextCursor,
  nullable,
  okReply,
  openObject,
  pageQuery,
  text,
  words,
} from '../schemas.ts';

const notice = Type.Object(
  {
    id: integer('Larger is later.'),
    type: words('What happened, such as `passkey.added`.'),
    at: instant('When it happened.'),
    read: flag('Whether it was marked as read.'),
    data: described(openObject, 'What belongs to the type, by name.'),
  },
  { title: 'Notice' },
);

const unixSeconds = (description: string) => Type.Integer({ description });

export const notices = declare('identity', {
  listNotices: {
    summary: 'What the owner was told, newest first',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: Type.Object({
      items: Type.Array(notice),
      unread: integer('How many of all are not read.'),
      nextCursor,
    }),
    example: { limit: 10 },
  },
  markNoticesRead: {
    summary: 'Marks the notices up to one as read',
    access: 'user',
    allowSuspended: true,
    body: Type.Object({
      upTo: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Id of the last one that was read; those before it are too.',
      }),
    }),
    reply: okReply,
    example: { upTo: 12 },
  },
  notMe: {
    summary: 'Says that what a mail told of was somebody else: ends all sessions and freezes for 72 hours',
    description:
      'Needs no session, only the token of the mail, which is good once within 7 days. Without a session of the same identity one freeze in 7 days is all. Frozen are sends, payment confirmations, payouts and everything that needs a step-up; never reading, signing in, ending, denying, declining, voiding, revoking, and what the wallet does on chain.',
    access: 'optional-user',
    limit: 'claim',
    limitPer: 'session',
    allowSuspended: true,
    body: Type.Object({
      token: text('^[A-Za-z0-9_-]{43}$', 'must be what follows the # in the link', {
        description: 'What follows the # in the link of the mail.',
      }),
    }),
    reply: Type.Object({
      ok: flag('Always true.'),
      until: unixSeconds('When the freeze ends by itself, unix seconds.'),
    }),
    errors: ['not_me_refused', 'frozen_lately'],
    example: { token: 'q8Jm1vXr0tYw3zBn5cDe7fGh9kLp2sUa4iOoQxWyEzA' },
  },
  getFreeze: {
    summary: 'Until when the own identity is frozen, if it is',
    access: 'user',
    limitPer: 'session',
    reply: Type.Object({
      since: nullable(unixSeconds('When it was frozen, unix seconds; null when nothing is.')),
      until: nullable(unixSeconds('When that ends by itself, unix seconds; null when nothing is frozen.')),
      liftable: flag('Whether there is a passkey that can lift it'),
    }),
    example: {},
  },
  liftFreeze: {
    summary: 'Lifts the own freeze, and kills every link in every mail',
    description:
      'Needs both: a sign-in at a provider in the last ten minutes, and the assertion of a passkey that counts.',
    access: 'user',
    limitPer: 'session',
    stepUp: 'judged',
    allowFrozen: true,
    reply: okReply,
    errors: ['not_frozen', 'frozen'],
    example: {},
  },
});
