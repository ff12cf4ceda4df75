import { createHash } from 'node:crypto';
import { startFakeServer, type Json } from './fake-server.ts';
import type { TestCharge, TestedProvider } from './tested-provider.ts';

export async function fakeMidtrans(serverKey: string) {
  const transactions = new Map<string, Json>();
  const authorization = `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`;
  const server = await startFakeServer((request, body) => {
    if (request.headers.authorization !== authorization)
      return [401, { error_messages: ['Access denied due to unauthorized transaction'] }];
    if (request.method === 'POST' && request.url === '/snap/v1/transactions') {
      const { order_id: orderId } = body['transaction_details'] as Json;
      return [
        201,
        {
          token: `token-${String(orderId)}`,
          redirect_url: `${server.url}/snap/v3/redirection/token-${String(orderId)}`,
        },
      ];
    }
    const [, orderId = '', verb] = /^\/v2\/([^/]+)\/(status|cancel|refund)$/.exec(request.url!) ?? [];
    const transaction = transactions.get(orderId);
    if (transaction && verb === 'cancel') {
      if (transaction['transaction_status'] !== 'pending') return [200, { status_code: '412' }];
      Object.assign(transaction, { transaction_status: 'cancel', status_code: '200' });
    }
    if (transaction && verb === 'refund') {
      // Bank transfers cannot be refunded by API.
      if (transaction['payment_type'] === 'bank_transfer') return [200, { status_code: '418' }];
      Object.assign(transaction, {
        transaction_status: 'refund',
        refund_amount: `${String(body['amount'])}.00`,
      });
    }
    return transaction
      ? [200, transaction]
      : [200, { status_code: '404', status_message: "Transaction doesn't exist.", id: 'x' }];
  });
  return {
    server,
    /** Sets the response of the status API. */
    set(orderId: string, fields: { transaction_status: string; gross_amount: string } & Json): void {
      transactions.set(orderId, {
        status_code: '200',
        transaction_id: `tx-${orderId}`,
        order_id: orderId,
        payment_type: 'bank_transfer',
        currency: 'IDR',
        fraud_status: 'accept',
        ...fields,
      });
    },
    /**
     * Builds a notice with Midtrans' signature, which covers order, status code and amount but not the
     * transaction status.
     */
    notice(orderId: string, fields: { transaction_status: string; gross_amount: string } & Json): Json {
      const statusCode = typeof fields['status_code'] === 'string' ? fields['status_code'] : '200';
      const signature = createHash('sha512')
        .update(`${orderId}${statusCode}${fields.gross_amount}${serverKey}`)
        .digest('hex');
      return {
        transaction_time: '2026-01-01 10:00:00',
        status_code: statusCode,
        transaction_id: `tx-${orderId}`,
        order_id: orderId,
        signature_key: signature,
        payment_type: 'bank_transfer',
        currency: 'IDR',
        ...fields,
      };
    },
  };
}

const states = {
  pending: { transaction_status: 'pending', status_code: '201' },
  paid: { transaction_status: 'settlement' },
  expired: { transaction_status: 'expire' },
  cancelled: { transaction_status: 'cancel' },
} as const;

export async function testedMidtrans(): Promise<TestedProvider> {
  const serverKey = 'SB-Mid-server-test';
  const fake = await fakeMidtrans(serverKey);
  const fieldsOf = ({ amount, currency = 'IDR' }: TestCharge) => ({ gross_amount: `${amount}.00`, currency });
  return {
    server: fake.server,
    environment: { PID_MIDTRANS_SERVER_KEY: serverKey },
    pageOf: (orderId) => `${fake.server.url}/snap/v3/redirection/token-${orderId}`,
    openRequests: (orderId) =>
      fake.server.requests.filter(
        ({ path, body }) =>
          path === '/snap/v1/transactions' && (body['transaction_details'] as Json)['order_id'] === orderId,
      ),
    set: (orderId, state, charge) => fake.set(orderId, { ...states[state], ...fieldsOf(charge) }),
    refund: (orderId, total, charge) =>
      fake.set(orderId, {
        transaction_status: 'partial_refund',
        refund_amount: `${total}.00`,
        ...fieldsOf(charge),
      }),
    paidNotice: (orderId, charge) => ({
      body: fake.notice(orderId, { ...states.paid, ...fieldsOf(charge) }),
      headers: {},
    }),
    forge: ({ body, headers }) =>
      [
        { ...body, signature_key: '0'.repeat(128) },
        { ...body, signature_key: undefined },
        { ...body, order_id: 'another-order' },
        { ...body, gross_amount: '1.00' },
        {},
      ].map((forged) => ({ body: forged, headers })),
    settlementFile: (paidOrder, refundedOrder, amount) =>
      [
        'Order ID,Transaction type,Transaction status,Amount',
        `${paidOrder},Payment,settlement,${amount}`,
        `${refundedOrder},Payment,refund,-${amount}`,
        `${paidOrder},Fee,settlement,4000`,
        `unpaid,Payment,expire,${amount}`,
      ].join('\n'),
  };
}
