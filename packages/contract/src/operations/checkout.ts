import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, instant, literals, okReply, rupiah, rupiahAmount, uuid } from '../schemas.ts';
import { clientId } from '../shapes/money.ts';

export const topUpStatus = literals(['pending', 'paid', 'expired', 'failed', 'refunded'], {
  description:
    '`pending` until it is paid, expires or fails; `paid` is credited, also when the money comes late; `refunded` when the payer got something back.',
});

const TopUpFees = Type.Object(
  {
    global: rupiah(
      'The service’s own fee in rupiah: 0.1% of `amount`, at least Rp100, no cap, unless the operator has set another rule; 0 through a verified app that the payer has connected.',
    ),
    app: rupiah('The fee of the app in rupiah; it is credited to the app. 0 without an app.'),
    provider: rupiah('What the payment provider takes, in rupiah.'),
    total: rupiah('All of them, in rupiah.'),
  },
  { title: 'TopUpFees' },
);

const topUpBody = {
  amount: described(rupiahAmount, 'What to credit, in whole rupiah: 1 to 10^15. The fees come on top.'),
  clientId: Type.Optional(
    clientId('client_id of the app that it goes through; it takes its fee, and a verified one waives ours.'),
  ),
};

const TopUpQuote = Type.Object(
  {
    amount: rupiah('What the balance would be credited, in rupiah.'),
    fees: TopUpFees,
    total: rupiah('What would be paid at the checkout, in rupiah: `amount` and all fees.'),
    min: rupiah('The least that a top-up may credit, in rupiah.'),
    max: rupiah('The most that a top-up may credit, in rupiah; a balance may hold less.'),
  },
  { title: 'TopUpQuote' },
);

const TopUp = Type.Object(
  {
    id: described(uuid, 'Of the top-up.'),
    checkoutUrl: Type.String({
      format: 'uri',
      description: 'The page where it is paid: send the payer there. Whoever has this link may pay.',
    }),
    amount: rupiah('What the balance is credited, in rupiah.'),
    fees: TopUpFees,
    total: rupiah('What is paid at the checkout, in rupiah: `amount` and all fees.'),
    status: topUpStatus,
    expiresAt: instant('Until when it can be paid.'),
    paidAt: Type.Optional(instant('When it was credited. Absent until then.')),
    refunded: Type.Optional(rupiah('What the payer got back, in rupiah. Absent when nothing.')),
  },
  { title: 'TopUp' },
);

/** Rupiah paid in through a hosted checkout page. */
export const checkout = declare('fiat', {
  quoteTopUp: {
    summary: 'What a top-up would cost now, and how small or large it may be; begins nothing',
    access: 'user',
    limit: 'money',
    body: Type.Object(topUpBody),
    reply: TopUpQuote,
    errors: ['topups_unavailable', 'no_identity', 'app_paused'],
    example: { amount: 50_000, clientId: 'app_example' },
  },
  createTopUp: {
    summary: 'Begins a top-up; the payer goes to its checkout page',
    description:
      'The payer pays `amount` and the fees at `checkoutUrl`, and `amount` is credited. With an Idempotency-Key a repeated request is answered as the first one was.',
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
            'Where the checkout page leads back to: a path of this service, or an address on one of the app’s origins.',
        }),
      ),
      paymentId: Type.Optional(
        described(
          uuid,
          'The payment that the money is for: it stays open as long as this top-up can be paid, at most a day in all, once.',
        ),
      ),
    }),
    reply: TopUp,
    status: 201,
    errors: ['balance_full', 'topup_out_of_range', 'topups_unavailable', 'no_identity', 'app_paused'],
    example: { amount: 50_000, clientId: 'app_example', returnTo: '/balance' },
  },
  getTopUp: {
    summary: 'Where an own top-up stands',
    access: 'user',
    params: Type.Object({ id: described(uuid, 'Of the top-up.') }),
    reply: TopUp,
    errors: ['topup_not_found'],
    example: { id: '5b0c9a3e-2f4d-4c1b-9e8a-7d6c5b4a3f21' },
  },
  receivePaymentNotice: {
    summary: 'For payment providers: something happened to a payment',
    description:
      'Proven by the provider’s own signature or token. A notice only says where to look: the provider is asked, and its answer is what counts.',
    access: 'public',
    limit: 'exchange',
    acceptsForeignOrigin: true,
    params: Type.Object({
      provider: Type.String({
        maxLength: 32,
        description: 'The configured provider: `midtrans` or `xendit`.',
      }),
    }),
    body: Type.Object({}, { additionalProperties: true, description: 'As the provider writes it.' }),
    reply: okReply,
    errors: ['unauthorized', 'payment_provider_not_found', 'topup_not_found', 'payment_provider_unavailable'],
    example: { provider: 'midtrans' },
  },
});
