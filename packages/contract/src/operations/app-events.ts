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
  'allowance.approved',
  'allowance.ended',
  'connection.created',
  'connection.ended',
  'guest.claimed',
  'player.suspended',
  'player.reactivated',
  'player.deleted',
  'app.paused',
  'app.resumed',
  'app.verified',
  'app.unverified',
  'payout.posted',
  'deposit.posted',
  'settlement.paid',
  'settlement.failed',
] as const;

const AppEvent = Type.Object(
  {
    number: integer('Position in the app’s feed. Numbers start at 1 and have no gaps.'),
    type: literals(appEventTypes, {
      description:
        '`payment.paid`: an automatic payment was confirmed. `payment.held`: a manual payment was confirmed, and its money is on hold. `payment.captured`: a held payment was captured. `payment.void`: a held payment was voided, or its time to capture ended. `payment.declined`, `payment.expired`, `payment.cancelled`: an open payment ended. `payment.refunded`: all or part of a payment was refunded. `payment.extended`: the expiry of a payment moved because of a top-up. `payment.capture_due`: a held payment expires soon. `allowance.approved`: a player approved an allowance. `allowance.ended`: an allowance ended, or was not approved in time. `connection.created`, `connection.ended`: a player connected or disconnected the app. `guest.claimed`: a player signed in with the token of a guest. `player.suspended`, `player.reactivated`, `player.deleted`: the status of a connected player changed. `app.paused`, `app.resumed`, `app.verified`, `app.unverified`: an administrator changed the app, or its owner’s suspension did. `payout.posted`: the escrow was paid out to the owner. `deposit.posted`: the owner or a member of the role `finance` deposited money to the escrow. `settlement.paid`: a settlement has arrived at the bank account. `settlement.failed`: it did not arrive, or the bank sent it back; the money is back in the escrow.',
    }),
    at: instant('Time of the event.'),
    data: Type.Unsafe<Record<string, unknown>>({
      ...openObject,
      description:
        'Payment events: `paymentId`, `reference`, `status`, `amount`, `captured`, `refunded` and `payer` at that time, of a payment for an item also `sku` and `quantity`, of a payment with an allowance `allowance`, plus `refund` (of `payment.refunded`), `captureBy` (of `payment.capture_due`) or `expiresAt` (of `payment.extended`). Allowance events: `allowanceId`, `reference` and `pid`, plus `amount`, `period` and `endsAt` (of `allowance.approved`) or `reason` (of `allowance.ended`; the words are those of `endReason`). Connection and player events: `pid`. `guest.claimed`: `guestId` and `pid`. Payout, deposit and settlement events: `id` and `amount`.',
    }),
  },
  { title: 'AppEvent' },
);

export const appEvents = declare('payments', {
  listAppEvents: {
    summary: 'Lists the events of an app',
    description:
      'Returns the events after a number, in order. Store the number of the last event that you have processed and pass it as `after`: you then get every event exactly once. Events are kept for 30 days. The service does not call webhooks; apps read this feed, and `wait` makes it a long poll.',
    access: 'app',
    appScope: 'read',
    params: Type.Object({
      client_id: Type.String({
        maxLength: 64,
        description: 'Public identifier of the app that the token belongs to.',
      }),
    }),
    query: Type.Object({
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description:
            'Number of the last event that was read. If absent, the list starts with the oldest event that is kept.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 500,
          description: 'Maximum number of events, 1-500. Default: 100.',
        }),
      ),
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 25,
          description: 'Time to wait for a new event if there is none, in seconds, 0-25. Default: 0.',
        }),
      ),
    }),
    reply: Type.Object({
      items: Type.Array(AppEvent),
      last: integer(
        'Largest event number of the app; 0 if it has no events. To continue, use the number of the last item instead.',
      ),
    }),
    errors: ['no_such_app', 'events_gone', 'events_ahead'],
    example: { client_id: 'app_example', after: 0, limit: 100 },
  },
});
