import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

type Json = Record<string, unknown>;

/** Behaves as the providers' documentation says, on a local port; tests decide which orders are paid. */
export interface FakeProvider {
  readonly url: string;
  readonly requests: { method: string; path: string; authorization: string | undefined; body: Json }[];
  /** While set, every response has this status and no JSON. */
  brokenStatus: number | null;
}

async function listen(
  answer: (request: IncomingMessage, body: Json) => [number, unknown],
): Promise<FakeProvider> {
  const fake: FakeProvider & { url: string } = { url: '', requests: [], brokenStatus: null };
  const server: Server = createServer((request, response) => void respond(request, response));
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = text === '' ? {} : (JSON.parse(text) as Json);
    fake.requests.push({
      method: request.method!,
      path: request.url!,
      authorization: request.headers.authorization,
      body,
    });
    const [status, reply] =
      fake.brokenStatus === null ? answer(request, body) : [fake.brokenStatus, 'gateway trouble'];
    response.writeHead(status, {
      'content-type': fake.brokenStatus === null ? 'application/json' : 'text/html',
    });
    response.end(fake.brokenStatus === null ? JSON.stringify(reply) : String(reply));
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => server.close());
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

export async function fakeMidtrans(serverKey: string) {
  const transactions = new Map<string, Json>();
  const authorization = `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`;
  const server = await listen((request, body) => {
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

export async function fakeXendit(secretKey: string) {
  const sessions = new Map<string, Json>();
  const refunds: Json[] = [];
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
  const server = await listen((request, body) => {
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
