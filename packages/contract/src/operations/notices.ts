import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { defaultLanguage, languageCodes } from '../languages.ts';
import {
  described,
  flag,
  instant,
  integer,
  literals,
  nextCursor,
  nullable,
  okReply,
  pageQuery,
  text,
  uuid,
  words,
} from '../schemas.ts';
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

const choices = Type.Object(
  {
    mailsIncoming: flag('Whether a mail is sent when money comes in. Default: false.'),
    mailsOffered: flag('Whether this service sends mails.'),
  },
  { title: 'NoticeChoices' },
);

const subscriptionId = described(uuid, 'Id of the subscription (UUID).');

const pushSubscription = Type.Object(
  {
    id: subscriptionId,
    createdAt: instant('Time at which the device was added.'),
    current: flag('Whether the session that makes the request added it.'),
    endpointHash: words('SHA-256 of the endpoint in unpadded base64url.'),
    language: literals(languageCodes, { description: 'Language of the notifications.' }),
    showDetails: flag('Whether notifications show names and amounts.'),
  },
  { title: 'PushSubscription' },
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
  getNoticeChoices: {
    summary: 'Returns which notices the caller also gets by mail',
    access: 'user',
    reply: choices,
    example: {},
  },
  changeNoticeChoices: {
    summary: 'Changes which notices the caller also gets by mail',
    description: 'Mails about security and outgoing money are always sent.',
    access: 'user',
    body: Type.Object({ mailsIncoming: flag('Whether to send a mail when money comes in.') }),
    reply: choices,
    example: { mailsIncoming: true },
  },
  listPushSubscriptions: {
    summary: 'Lists the devices of the caller that get notifications',
    description:
      'Devices get a notification (Web Push, RFC 8030) of incoming money, payments and security events. A device is removed with the session that added it.',
    access: 'user',
    limitPer: 'session',
    reply: Type.Object({
      publicKey: nullable(
        words(
          'Public key of this service (VAPID, RFC 8292) in unpadded base64url, for `PushManager.subscribe`; null if it sends no notifications to devices.',
        ),
      ),
      items: Type.Array(pushSubscription),
    }),
    example: {},
  },
  addPushSubscription: {
    summary: 'Sends notifications to this device from now on',
    description:
      'Takes the subscription of the browser. A known endpoint is replaced: it belongs to the caller’s session from now on. A player has at most 20 devices; the oldest one is removed for a further one.',
    access: 'user',
    status: 201,
    body: Type.Object({
      endpoint: Type.String({
        minLength: 1,
        maxLength: 1024,
        description: 'Address of the push service, with https.',
      }),
      keys: Type.Object(
        {
          p256dh: text('^[A-Za-z0-9_-]{87}$', 'must be 65 bytes in unpadded base64url', {
            description: 'Public key of the device (RFC 8291), 65 bytes in unpadded base64url.',
          }),
          auth: text('^[A-Za-z0-9_-]{22}$', 'must be 16 bytes in unpadded base64url', {
            description: 'Secret of the device (RFC 8291), 16 bytes in unpadded base64url.',
          }),
        },
        { description: 'Keys with which notifications are encrypted to the device.' },
      ),
      language: literals(languageCodes, { description: 'Language of the notifications.' }),
      showDetails: flag('Whether notifications show names and amounts.'),
    }),
    reply: pushSubscription,
    errors: ['push_off', 'push_endpoint_refused'],
    example: {
      endpoint: 'https://push.example.com/send/dGhlIGRldmljZQ',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      language: defaultLanguage,
      showDetails: true,
    },
  },
  removePushSubscription: {
    summary: 'Stops notifications to a device',
    access: 'user',
    limitPer: 'session',
    allowSuspended: true,
    params: Type.Object({ id: subscriptionId }),
    reply: okReply,
    errors: ['not_found'],
    example: { id: '0b7c2a4e-5d1f-4c3a-9b8e-2f6a1d0c7e55' },
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
