import { errors } from './declare.ts';
import { formatRupiah } from './format-rupiah.ts';

type Rupiah = bigint | number;

export const paymentErrors = errors({
  no_such_item: {
    status: 404,
    message: 'No such item',
    meaning: 'The app has no item with this `sku`',
    remedy: 'List the items with `GET /v1/apps/{client_id}/items`, or create it with `PUT`.',
  },
  catalogue_full: {
    status: 400,
    meaning: 'The app already has 1000 items: remove one first',
    remedy: 'Remove items that you no longer sell. Payments keep their names and prices.',
  },
  payment_not_found: {
    status: 404,
    message: 'No such payment',
    meaning: 'The payment does not exist, or belongs to another app or player',
    remedy: 'Check the id, and that the machine token is of the app that created the payment.',
  },
  payment_expired: {
    status: 410,
    message: 'Payment expired',
    meaning: 'The payment was not confirmed before `expiresAt`: create a new one',
    remedy: 'Create a new payment with a new `reference`, and send the player to its `payUrl`.',
  },
  payment_ended: {
    status: 409,
    meaning:
      'The status of the payment does not allow this, or the payment was already captured with another amount',
    remedy: 'Read the payment and act on its `status`. Do not repeat this call.',
    context: { status: 'Current status of the payment' },
    sentence: ({ status }: { status: string }) =>
      `The status of the payment does not allow this: it is ${status}`,
  },
  payment_reference_used: {
    status: 409,
    meaning:
      'The app has already used this reference for another payment: send the same request, or choose another reference',
    remedy:
      'Use one `reference` for each order. To retry, send exactly the same request; for a new order, choose a new reference.',
  },
  own_money: {
    status: 403,
    meaning: 'The money would be your own: another administrator has to decide',
    remedy: 'Ask another administrator.',
  },
  own_payment: {
    status: 400,
    meaning: 'You cannot pay yourself: the payee and the owner of the app cannot confirm this payment',
    remedy:
      'Let another player pay. For tests, create a player with `pid dev player` or `POST /v1/sandbox/players`.',
  },
  capture_too_much: {
    status: 400,
    meaning: 'The capture exceeds the amount of the payment',
    remedy: 'Capture at most `most` rupiah. Create a second payment for the rest.',
    context: { most: 'Rupiah that can be captured at most' },
    sentence: ({ most }: { most: Rupiah }) => `At most ${formatRupiah(most)} can be captured`,
  },
  payment_not_refundable: {
    status: 400,
    meaning: 'This payment went to a player: only payments to the app itself can be refunded',
    remedy: 'Ask the player who received the money to send it back.',
  },
  refund_too_much: {
    status: 400,
    meaning: 'The refund exceeds the captured amount that is not refunded yet',
    remedy: 'Refund at most `left` rupiah.',
    context: { left: 'Rupiah that can still be refunded' },
    sentence: ({ left }: { left: Rupiah }) => `At most ${formatRupiah(left)} can still be refunded`,
  },
  payer_gone: {
    status: 400,
    meaning: 'The payer has deleted the identity, so the payment cannot be refunded',
    remedy: 'Nothing can be refunded. Keep the record for your books.',
  },
  holds_under_way: {
    status: 400,
    meaning: 'A payment that names this account or app is on hold: capture or void it first',
    remedy: 'Capture or void the held payments first.',
  },
  events_gone: {
    status: 410,
    meaning:
      'Some events after this number were deleted, because events are kept for 30 days: continue from `oldest`',
    remedy:
      'Continue from `oldest`. Read your open orders with `GET /v1/apps/{client_id}/payments`, because the events in between are lost.',
    context: { oldest: 'Smallest number that is still kept' },
  },
  events_ahead: {
    status: 409,
    meaning:
      'This number does not exist yet, because the database was restored to an earlier state: continue from `last`',
    remedy:
      'Continue from `last`. Compare your orders of the last days with `GET /v1/apps/{client_id}/payments`, because the service was restored.',
    context: { last: 'Largest number that exists' },
  },
});
