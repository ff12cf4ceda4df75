import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { instant, integer, literals, openObject } from '../schemas.ts';

const appEventTypes = [
  'payment.paid',
  'payment.held',
  'payment.captured',
  'payment.void',
  'payment.declined',
  'payment.expired',
  'payment.cancelled',
  'payment.refunded',
  'payment.extended',
  'payment.capture_due',
  'connection.created',
  'connection.ended',
  'player.suspended',
  'player.reactivated',
  'player.deleted',
  'app.paused',
  'app.resumed',
  'app.verified',
  'app.unverified',
  'payout.posted',
] as const;

const AppEvent = Type.Object(
  {
    number: integer('Its place in the feed of the app: from 1 on, without a gap.'),
    type: literals(appEventTypes, { description: 'What happened.' }),
    at: instant('When it happened.'),
    data: Type.Unsafe<Record<string, unknown>>({
      ...openObject,
      description:
        'Payments: paymentId, reference, status, amount, captured, refunded and payer at that moment; `refund` of a refund, `captureBy` of a capture that is due. Connections and players: pid. Payouts: id and amount.',
    }),
  },
  { title: 'AppEvent' },
);

/** What happened to an app, in order. */
export const appEvents = declare('payments', {
  listAppEvents: {
    summary: 'What happened to an app since a number, in order; waits for news when asked to',
    description:
      'Numbers have no gap and every event follows its cause: whoever keeps the number of the last item that was worked off misses nothing and sees nothing twice. Kept for 30 days. Nothing is called back: apps read this feed.',
    access: 'app',
    appScope: 'read',
    params: Type.Object({
      client_id: Type.String({ maxLength: 64, description: 'Public name of the app of the token.' }),
    }),
    query: Type.Object({
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The number of the last event that was read; absent: from the oldest that is kept.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 500, description: 'How many at most, 1-500; 100 when absent.' }),
      ),
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 25,
          description: 'How long to wait for news when there is none, in seconds, 0-25; 0 when absent.',
        }),
      ),
    }),
    reply: Type.Object({
      items: Type.Array(AppEvent),
      last: integer(
        'The largest number there is; 0 when nothing has happened. Where to read on is the number of the last item.',
      ),
    }),
    errors: ['no_such_app', 'events_gone', 'events_ahead'],
    example: { client_id: 'app_example', after: 0, limit: 100 },
  },
});
