import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, instant, literals, okReply, rupiah, rupiahAmount, uuid } from '../schemas.ts';
import { clientId } from '../shapes/money.ts';

export const topUpStatus = literals(['pending', 'paid', 'expired', 'failed', 'refunded'], {
  description:
    '`pending`: not paid yet. `paid`: the balance was credited, even if the money arrived after the expiry. `expired`: the time to pay is over. `failed`: the provider charge failed. `refunded`: the payer got all or part of the money back.',
});

const TopUpFees = Type.Object(
  {
    global: rupiah(
      'The service’s fee in rupiah: 0.1% of `amount`, at least Rp100, no maximum, unless the operator has set another rule. 0 through a verified app that the payer has connected.',
    ),
    app: rupiah('The app’s fee in rupiah, credited to the app. 0 without an app.'),
    provider: rupiah('The payment provider’s fee, in rupiah.'),
    total: rupiah('Sum of all fees, in rupiah.'),
  },
  { title: 'TopUpFees' },
);

const topUpBody = {
  amount: described(rupiahAmount, 'Amount to credit, in whole rupiah, 1 to 10^15. The fees are added to it.'),
  clientId: Type.Optional(
    clientId(
      '`client_id` of the app that the top-up goes through. Its fee applies; a verified app that the player has connected waives the service’s fee.',
    ),
  ),
};

const TopUpQuote = Type.Object(
  {
    amount: rupiah('Amount that would be credited, in rupiah.'),
    fees: TopUpFees,
    total: rupiah('Amount that the payer would pay at checkout, in rupiah: `amount` plus all fees.'),
    min: rupiah('Smallest amount of a top-up, in rupiah.'),
    max: rupiah('Largest amount of a top-up, in rupiah. The balance may have room for less.'),
  },
  { title: 'TopUpQuote' },
);

export const TopUp = Type.Object(
  {
    id: described(uuid, 'Id of the top-up.'),
    checkoutUrl: Type.String({
      format: 'uri',
      description: 'URL of the checkout page. Send the payer there. Anyone with this link can pay.',
    }),
    amount: rupiah('Amount that is credited to the balance, in rupiah.'),
    fees: TopUpFees,
    total: rupiah('Amount that the payer pays at checkout, in rupiah: `amount` plus all fees.'),
    status: topUpStatus,
    expiresAt: instant('Time until which the top-up can be paid.'),
    paidAt: Type.Optional(instant('Time at which the balance was credited. Absent until then.')),
    refunded: Type.Optional(
      rupiah('Amount that the payer got back, in rupiah. Absent if nothing was refunded.'),
    ),
    setAside: Type.Optional(
      Type.Boolean({
        description:
          'True: the money was paid, but the balance could not take it: an administrator adds it or sends it back. Absent otherwise.',
      }),
    ),
  },
  { title: 'TopUp' },
);

export const checkout = declare('fiat', {
  quoteTopUp: {
    summary: 'Quotes the fees and limits of a top-up',
    description: 'Nothing is created or charged.',
    access: 'user',
    limit: 'money',
    body: Type.Object(topUpBody),
    reply: TopUpQuote,
    errors: ['topups_unavailable', 'no_identity', 'app_paused'],
    example: { amount: 50_000, clientId: 'app_example' },
  },
  createTopUp: {
    summary: 'Creates a top-up',
    description:
      'The payer pays `amount` plus the fees at `checkoutUrl`; then `amount` is credited to the balance. With an `Idempotency-Key`, a repeated request returns the first response.',
    access: 'user',
    limit: 'money',
    idempotent: true,
    body: Type.Object({
      ...topUpBody,
      returnTo: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 2048,
          description:
            'URL to return to after checkout: a path on this service, or a URL on one of the app’s origins.',
        }),
      ),
      paymentId: Type.Optional(
        described(
          uuid,
          'Id of the payment that the money is for. If the balance is too small for it, the payment is extended once, until this top-up expires, but at most 24 hours after its creation.',
        ),
      ),
    }),
    reply: TopUp,
    status: 201,
    errors: [
      'age_needed',
      'parent_needed',
      'balance_full',
      'incoming_full',
      'topup_out_of_range',
      'topups_unavailable',
      'no_identity',
      'app_paused',
    ],
    example: { amount: 50_000, clientId: 'app_example', returnTo: '/balance' },
  },
  getTopUp: {
    summary: 'Returns a top-up of the caller',
    access: 'user',
    params: Type.Object({ id: described(uuid, 'Id of the top-up.') }),
    reply: TopUp,
    errors: ['topup_not_found'],
    example: { id: '5b0c9a3e-2f4d-4c1b-9e8a-7d6c5b4a3f21' },
  },
  receivePaymentNotice: {
    summary: 'Receives a notification of a payment provider',
    description:
      'Called by payment providers, not by apps. The provider’s signature or token authenticates it. The notification only triggers a status request to the provider, whose response decides.',
    access: 'public',
    limit: 'exchange',
    acceptsForeignOrigin: true,
    params: Type.Object({
      provider: Type.String({
        maxLength: 32,
        description: 'Configured payment provider: `midtrans` or `xendit`.',
      }),
    }),
    body: Type.Object(
      {},
      { additionalProperties: true, description: 'Notification in the format of the provider.' },
    ),
    reply: okReply,
    errors: ['unauthorized', 'payment_provider_not_found', 'topup_not_found', 'payment_provider_unavailable'],
    example: { provider: 'midtrans' },
  },
});
