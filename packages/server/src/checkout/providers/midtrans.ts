import { createHash } from 'node:crypto';
import { readText, secret, type Values } from '../../platform/config/index.ts';
import { secretsEqual } from '../../platform/hash.ts';
import {
  basicAuthorization,
  callProvider,
  parseProviderAmount,
  ProviderError,
  unexpectedAnswer,
  type ChargeState,
  type NoticeSubject,
  type PaymentProvider,
} from '../payment-provider.ts';
import type { RemoteProvider, SettlementFormat } from './remote-provider.ts';

const settings = {
  midtransServerKey: secret(
    'PID_MIDTRANS_SERVER_KEY',
    'Server key of Midtrans; one that begins with SB- uses the sandbox of Midtrans',
    readText,
    'none',
  ),
} as const;

/**
 * Every merchant selects the columns of the export (docs.midtrans.com, "Dashboard Usage", Download
 * Transaction); their names are the labels of the dashboard or the fields of the API.
 */
const settlement: SettlementFormat = {
  header: 'Order ID and Amount',
  columns: {
    order: ['order id'],
    charge: ['transaction id'],
    amount: ['gross amount', 'transaction amount', 'amount'],
    status: ['transaction status', 'status'],
    type: ['transaction type', 'type'],
    line: [],
    currency: ['currency'],
  },
  kindOf({ status, type }) {
    if (/\b(fee|vat|tax|withdrawal|payout|disbursement|transfer out)\b/.test(type)) return null;
    if (/\b(refund|chargeback)/.test(status)) return 'refund';
    return /^(settlement|settled|capture|captured|success|paid)\b/.test(status) ? 'charge' : null;
  },
};

export const midtrans = {
  id: 'midtrans',
  name: 'Midtrans',
  settings,
  problems: ({ midtransServerKey }: Values<typeof settings>) =>
    midtransServerKey
      ? []
      : ['PID_MIDTRANS_SERVER_KEY is not set: Midtrans needs the server key from its dashboard'],
  open: (config: Values<typeof settings> & { readonly paymentApiUrl: URL | null }) =>
    openMidtrans(config.midtransServerKey!, config.paymentApiUrl),
  settlement,
} as const satisfies RemoteProvider<typeof settings>;

/** https://docs.midtrans.com: Snap collects, Get Status is authoritative, HTTP notifications arrive early. */
function openMidtrans(serverKey: string, baseUrl: URL | null): PaymentProvider {
  const isSandboxKey = serverKey.startsWith('SB-');
  const snapUrl =
    baseUrl ?? new URL(isSandboxKey ? 'https://app.sandbox.midtrans.com' : 'https://app.midtrans.com');
  const apiUrl =
    baseUrl ?? new URL(isSandboxKey ? 'https://api.sandbox.midtrans.com' : 'https://api.midtrans.com');
  const headers = basicAuthorization(serverKey);

  return {
    id: midtrans.id,
    pageOrigins: [snapUrl.origin],
    async open(order) {
      const minutes = Math.max(1, Math.floor((order.expiresAt.getTime() - order.now.getTime()) / 60_000));
      const { status, body } = await callProvider(new URL('/snap/v1/transactions', snapUrl), {
        method: 'POST',
        headers,
        body: {
          transaction_details: { order_id: order.orderId, gross_amount: Number(order.total) },
          item_details: [
            { id: 'topup', price: Number(order.total), quantity: 1, name: order.description.slice(0, 50) },
          ],
          credit_card: { secure: true },
          expiry: { unit: 'minutes', duration: minutes },
          callbacks: { finish: order.finishUrl },
          custom_field1: order.mark,
        },
      });
      const { token, redirect_url: url } = body;
      if (status !== 201 || typeof token !== 'string' || typeof url !== 'string')
        throw unexpectedAnswer('Midtrans', { status, body }, 'a new transaction');
      return { sessionId: token, url };
    },
    async status({ orderId }) {
      const { status, body, text } = await callProvider(
        new URL(`/v2/${encodeURIComponent(orderId)}/status`, apiUrl),
        { method: 'GET', headers },
      );
      // There is no transaction until the payer has chosen a method. The body then has status code 404,
      // whatever the HTTP status.
      if (body['status_code'] === '404') return { kind: 'pending' };
      if (status !== 200 || body['order_id'] !== orderId)
        throw unexpectedAnswer('Midtrans', { status, body }, 'a status request');
      return readState(body, text);
    },
    async cancel({ orderId }) {
      // 404: the payer has not chosen a method yet, so there is nothing to cancel and the page stays open.
      // 412: the transaction has already ended.
      const { status, body } = await callProvider(
        new URL(`/v2/${encodeURIComponent(orderId)}/cancel`, apiUrl),
        { method: 'POST', headers, body: {} },
      );
      const code = textOf(body['status_code']);
      if (status > 499 || !['200', '404', '412'].includes(code))
        throw unexpectedAnswer('Midtrans', { status, body }, 'a cancellation');
    },
    async refund({ orderId }, _payment, { key, amount, reason }) {
      const { status, body } = await callProvider(
        new URL(`/v2/${encodeURIComponent(orderId)}/refund`, apiUrl),
        { method: 'POST', headers, body: { refund_key: key, amount: Number(amount), reason } },
      );
      if (status > 499) throw unexpectedAnswer('Midtrans', { status, body }, 'a refund');
      // 412 and 418: this charge cannot be refunded by API, for example a bank transfer.
      return body['status_code'] === '200';
    },
    async proveKey() {
      // This order does not exist: with a valid key the response is 404.
      const answer = await callProvider(new URL('/v2/pid-doctor/status', apiUrl), { method: 'GET', headers });
      if (answer.body['status_code'] !== '404') throw unexpectedAnswer('Midtrans', answer, 'its key');
    },
    readNotice(_headers, body) {
      const {
        order_id: orderId,
        status_code: statusCode,
        gross_amount: grossAmount,
        signature_key: signature,
      } = (body ?? {}) as Record<string, unknown>;
      if (
        typeof orderId !== 'string' ||
        typeof statusCode !== 'string' ||
        typeof grossAmount !== 'string' ||
        typeof signature !== 'string'
      )
        return null;
      const expected = createHash('sha512')
        .update(`${orderId}${statusCode}${grossAmount}${serverKey}`)
        .digest('hex');
      return secretsEqual(signature.toLowerCase(), expected) ? readSubject(body) : null;
    },
    readSubject,
  };
}

function readSubject(body: unknown): NoticeSubject {
  const { order_id: orderId, custom_field1: mark } = (body ?? {}) as Record<string, unknown>;
  return {
    orderId: textOf(orderId) || null,
    paymentRequestId: null,
    sessionId: null,
    mark: textOf(mark) || null,
  };
}

function readState(body: Record<string, unknown>, answer: string): ChargeState {
  const paid = (refunded: bigint) => paidState(body, refunded, answer);
  const status = textOf(body['transaction_status']);
  switch (status) {
    case 'settlement':
      return paid(0n);
    case 'capture':
      // `challenge` waits for the merchant's decision; only `accept` is a payment.
      return body['fraud_status'] === 'accept' && body['status_code'] === '200'
        ? paid(0n)
        : { kind: 'pending' };
    case 'refund':
    case 'chargeback':
      return paid(parseProviderAmount(body['refund_amount']) ?? wholeAmount(body));
    case 'partial_refund':
    case 'partial_chargeback': {
      const refunded = parseProviderAmount(body['refund_amount']);
      if (refunded === null)
        throw new ProviderError(`Midtrans does not report the refunded amount of a ${status}`);
      return paid(refunded);
    }
    case 'cancel':
      return { kind: 'failed' };
    case 'expire':
      return { kind: 'expired' };
    default:
      // `pending` and `authorize`; `deny` leaves the page open for another method.
      return { kind: 'pending' };
  }
}

function paidState(body: Record<string, unknown>, refunded: bigint, answer: string): ChargeState {
  const chargeId = body['transaction_id'];
  if (typeof chargeId !== 'string' || chargeId === '')
    throw new ProviderError('the Midtrans response has no transaction id');
  return {
    kind: 'paid',
    chargeId,
    paymentRequestId: null,
    amount: wholeAmount(body),
    currency: textOf(body['currency'] ?? 'IDR'),
    refunded,
    mark: textOf(body['custom_field1']) || null,
    answer,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function wholeAmount(body: Record<string, unknown>): bigint {
  const amount = parseProviderAmount(body['gross_amount']);
  if (amount === null) throw new ProviderError('the Midtrans response has no whole amount');
  return amount;
}
