import { startFakeServer, type Json } from './fake-server.ts';
import type { TestedProvider } from './tested-provider.ts';

export async function fakeXendit(secretKey: string) {
  const sessions = new Map<string, Json>();
  const refunds: Json[] = [];
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
  const server = await startFakeServer((request, body) => {
    if (request.headers.authorization !== authorization) return [401, { error_code: 'INVALID_API_KEY' }];
    if (request.method === 'POST' && request.url === '/sessions') {
      const id = `ps-${String(body['reference_id'])}`;
      sessions.set(id, {
        ...body,
        payment_session_id: id,
        status: 'ACTIVE',
        payment_link_url: `${server.url}/link/${id}`,
      });
      return [201, sessions.get(id)];
    }
    const url = new URL(request.url!, server.url);
    if (url.pathname === '/refunds' && request.method === 'POST') {
      refunds.push({ ...body, id: `rfd-${refunds.length}`, status: 'SUCCEEDED' });
      return [200, refunds.at(-1)];
    }
    if (url.pathname === '/refunds')
      return [
        200,
        {
          has_more: false,
          data: refunds.filter(
            (refund) => refund['payment_request_id'] === url.searchParams.get('payment_request_id'),
          ),
        },
      ];
    const [, sessionId = '', cancelled] = /^\/sessions\/([^/]+)(\/cancel)?$/.exec(url.pathname) ?? [];
    const session = sessions.get(sessionId);
    if (session && cancelled) {
      if (session['status'] !== 'ACTIVE') return [409, { error_code: 'SESSION_NOT_ACTIVE' }];
      session['status'] = 'CANCELED';
    }
    return session ? [200, session] : [404, { error_code: 'DATA_NOT_FOUND' }];
  });
  return {
    server,
    set(orderId: string, fields: Json): void {
      const id = `ps-${orderId}`;
      sessions.set(id, {
        ...sessions.get(id),
        payment_request_id: `pr-${orderId}`,
        payment_id: `py-${orderId}`,
        ...fields,
      });
    },
    refund(orderId: string, amount: number, status = 'SUCCEEDED'): void {
      refunds.push({
        id: `rfd-${refunds.length}`,
        payment_request_id: `pr-${orderId}`,
        amount,
        currency: 'IDR',
        status,
      });
    },
    sessionNotice: (orderId: string, status: string): Json => ({
      event: `payment_session.${status.toLowerCase()}`,
      business_id: 'b',
      created: '2026-01-01T00:00:00Z',
      data: { ...sessions.get(`ps-${orderId}`), status },
    }),
    refundNotice: (orderId: string, amount: number): Json => ({
      event: 'refund.succeeded',
      business_id: 'b',
      data: {
        event: 'refund.succeeded',
        data: {
          id: 'rfd-x',
          payment_id: `py-${orderId}`,
          amount,
          currency: 'IDR',
          status: 'SUCCEEDED',
          reference_id: 'something else',
        },
      },
    }),
  };
}

const states = { pending: 'ACTIVE', paid: 'COMPLETED', expired: 'EXPIRED', cancelled: 'CANCELED' } as const;

export async function testedXendit(): Promise<TestedProvider> {
  const [secretKey, token] = ['xnd_test', 'callback-token'];
  const fake = await fakeXendit(secretKey);
  const refunded = new Map<string, number>();
  return {
    server: fake.server,
    environment: { PID_XENDIT_SECRET_KEY: secretKey, PID_XENDIT_CALLBACK_TOKEN: token },
    pageOf: (orderId) => `${fake.server.url}/link/ps-${orderId}`,
    openRequests: (orderId) =>
      fake.server.requests.filter(
        ({ method, path, body }) =>
          method === 'POST' && path === '/sessions' && body['reference_id'] === orderId,
      ),
    set: (orderId, state, { amount, currency = 'IDR' }) =>
      fake.set(orderId, { status: states[state], amount, currency }),
    refund(orderId, total) {
      fake.refund(orderId, total - (refunded.get(orderId) ?? 0));
      refunded.set(orderId, total);
    },
    paidNotice: (orderId) => ({
      body: { event: 'payment_session.completed', data: { reference_id: orderId, status: 'COMPLETED' } },
      headers: { 'x-callback-token': token },
    }),
    forge: ({ body }) => [
      { body, headers: { 'x-callback-token': 'wrong' } },
      { body, headers: {} },
    ],
    settlementFile: (paidOrder, refundedOrder, amount) =>
      [
        'Transaction Type,Line Type,Reference,Currency,Amount',
        `PAYMENT,TRANSACTION,${paidOrder},IDR,${amount}`,
        `REFUND,TRANSACTION,${refundedOrder},IDR,-${amount}`,
        `PAYMENT,FEE,${paidOrder},IDR,4000`,
        `BATCH_DISBURSEMENT,TRANSACTION,wages,IDR,${amount}`,
      ].join('\n'),
  };
}
