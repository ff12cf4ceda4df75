import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { flag, instant, integer, nextCursor, nullable, okReply, pageQuery, text, words } from '../schemas.ts';
import { movedAmount, openWith, paymentFacts } from '../shapes/payment-facts.ts';

const notice = Type.Object(
  {
    id: integer('Id of the notice. Later notices have larger ids.'),
    type: words('Type of the notice, for example `passkey.added`.'),
    at: instant('Time of the event.'),
    read: flag('Whether the notice is marked as read.'),
    data: openWith(
      {
        id: Type.Optional(
          words('Id of the posting, payment, settlement or withdrawal that the notice is about.'),
        ),
        amount: movedAmount,
        from: Type.Optional(
          words('Who the money came from: the pid of a player, or the `client_id` of an app.'),
        ),
        to: Type.Optional(
          nullable(
            words(
              'pid of the player who got the money; null if an app got it. Of a withdrawal, the address.',
            ),
          ),
        ),
        refund: Type.Optional(
          flag('True if the app refunded the money; absent if money that was on hold came back.'),
        ),
        ...paymentFacts,
      },
      'Values that belong to the type, by name. The values about a payment are those at the time of the request.',
    ),
  },
  { title: 'Notice' },
);

const unixSeconds = (description: string) => Type.Integer({ description });

export const notices = declare('identity', {
  listNotices: {
    summary: 'Lists the notices of the caller, newest first',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: Type.Object({
      items: Type.Array(notice),
      unread: integer('Number of unread notices.'),
      nextCursor,
    }),
    example: { limit: 10 },
  },
  markNoticesRead: {
    summary: 'Marks notices as read',
    access: 'user',
    allowSuspended: true,
    body: Type.Object({
      upTo: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Id of the last notice that was read. All earlier notices are marked too.',
      }),
    }),
    reply: okReply,
    example: { upTo: 12 },
  },
  notMe: {
    summary: 'Freezes an identity with the link from a mail',
    description:
      'For a player who did not do what a mail reports. Ends all sessions and freezes the identity for 72 hours. No session is required; the token from the mail is sufficient. It is single-use and valid for 7 days. Without a session of the same identity, only one freeze in 7 days is possible. A freeze refuses sends, payment confirmations, payouts and every operation that requires step-up. It does not affect reading, signing in, ending sessions, denying, declining, voiding, revoking or wallet operations on the chain.',
    access: 'optional-user',
    limit: 'claim',
    limitPer: 'session',
    allowSuspended: true,
    body: Type.Object({
      token: text('^[A-Za-z0-9_-]{43}$', 'must be what follows the # in the link', {
        description: 'Text after the # in the link of the mail.',
      }),
    }),
    reply: Type.Object({
      ok: flag('Always true.'),
      until: unixSeconds('Unix timestamp in seconds at which the freeze ends.'),
    }),
    errors: ['not_me_refused', 'frozen_lately'],
    example: { token: 'q8Jm1vXr0tYw3zBn5cDe7fGh9kLp2sUa4iOoQxWyEzA' },
  },
  getFreeze: {
    summary: 'Returns the freeze of the caller’s identity',
    access: 'user',
    limitPer: 'session',
    reply: Type.Object({
      since: nullable(
        unixSeconds('Unix timestamp in seconds of the freeze; null if the identity is not frozen.'),
      ),
      until: nullable(
        unixSeconds(
          'Unix timestamp in seconds at which the freeze ends; null if the identity is not frozen.',
        ),
      ),
      liftable: flag(
        'Whether the identity has a passkey that can lift the freeze. A passkey from a recovery during the freeze cannot.',
      ),
    }),
    example: {},
  },
  freezeIdentity: {
    summary: 'Freezes the caller’s identity',
    description:
      'For a player who fears a theft. Has the effects of the link in a mail: all sessions end, also the caller’s, and the identity is frozen for 72 hours. A session is enough, because a player in danger may have no passkey at hand; therefore only one freeze in 7 days is possible.',
    access: 'user',
    limit: 'claim',
    limitPer: 'session',
    allowSuspended: true,
    allowFrozen: true,
    reply: Type.Object({
      ok: flag('Always true.'),
      until: unixSeconds('Unix timestamp in seconds at which the freeze ends.'),
    }),
    errors: ['frozen_lately'],
    example: {},
  },
  liftFreeze: {
    summary: 'Lifts the freeze of the caller’s identity',
    description:
      'Requires both a sign-in at a provider within the last ten minutes and the assertion of a passkey that counts. Links in earlier mails become invalid.',
    access: 'user',
    limitPer: 'session',
    stepUp: 'judged',
    allowFrozen: true,
    reply: okReply,
    errors: ['not_frozen', 'frozen'],
    example: {},
  },
});
