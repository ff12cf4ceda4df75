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
  xenditSecretKey: secret('PID_XENDIT_SECRET_KEY', 'Secret key of Xendit', readText, 'none'),
  xenditCallbackToken: secret(
    'PID_XENDIT_CALLBACK_TOKEN',
    "Verification token in Xendit's notices",
    readText,
    'none',
  ),
} as const;

/** docs.xendit.co, "Balance report" and "Detailed transactions report". */
const settlement: SettlementFormat = {
  header: 'Reference and Amount',
  columns: {
    order: ['reference', 'reference id', 'external id'],
    charge: ['product id', 'payment id'],
    amount: ['amount'],
    status: ['status', 'transaction status'],
    type: ['transaction type', 'type'],
    line: ['line type'],
    currency: ['currency'],
  },
  // By type, because the status of a payment that was refunded later also says so, in addition to the refund's
  // own line.
  kindOf({ status, type, line }) {
    if (line === 'transaction reversal') return 'refund';
    if (line !== '' && line !== 'transaction') return null;
    if (/^(failed|pending|voided|reversed)\b/.test(status)) return null;
    if (/\b(refund|chargeback)\b/.test(type)) return 'refund';
    return /\bpayment$/.test(type) && !/\bremittance\b/.test(type) ? 'charge' : null;
  },
};

export const xendit = {
  id: 'xendit',
  name: 'Xendit',
  settings,
  problems: ({ xenditSecretKey, xenditCallbackToken }: Values<typeof settings>) =>
    xenditSecretKey && xenditCallbackToken
      ? []
      : [
          'PID_XENDIT_SECRET_KEY and PID_XENDIT_CALLBACK_TOKEN must be set: Xendit needs both from its dashboard',
        ],
  open: (config: Values<typeof settings> & { readonly paymentApiUrl: URL | null }) =>
    openXendit({
      secretKey: config.xenditSecretKey!,
      callbackToken: config.xenditCallbackToken!,
      baseUrl: config.paymentApiUrl,
    }),
  settlement,
} as const satisfies RemoteProvider<typeof settings>;

interface XenditOptions {
  readonly secretKey: string;
  readonly callbackToken: string;
  readonly baseUrl: URL | null;
}

type Json = Record<string, unknown>;

/**
 * https://docs.xendit.co: payment sessions. The callback token is the same in every notice and signs nothing,
 * so a notice is only a reason to request the status.
 */
function openXendit(options: XenditOptions): PaymentProvider {
  const apiUrl = options.baseUrl ?? new URL('https://api.xendit.co');
  const headers = basicAuthorization(options.secretKey);

  async function refundedOf(paymentRequestId: string | null): Promise<bigint> {
    if (paymentRequestId === null) return 0n;
    const url = new URL('/refunds', apiUrl);
    url.searchParams.set('payment_request_id', paymentRequestId);
    url.searchParams.set('limit', '100');
    const { status, body } = await callProvider(url, { method: 'GET', headers });
    if (status !== 200 || !Array.isArray(body['data']))
      throw unexpectedAnswer('Xendit', { status, body }, 'a list of refunds');
    return (body['data'] as Json[])
      .filter(
        (refund) => refund['status'] === 'SUCCEEDED' && refund['payment_request_id'] === paymentRequestId,
      )
      .reduce((sum, refund) => sum + wholeAmount(refund['amount']), 0n);
  }

  return {
    id: xendit.id,
    knowsSessionsOnly: true,
    // Payment links use a short domain.
    pageOrigins: options.baseUrl
      ? [options.baseUrl.origin]
      : [
          'https://xen.to',
          'https://dev.xen.to',
          'https://checkout.xendit.co',
          'https://checkout-staging.xendit.co',
        ],
    async open(order) {
      const { status, body } = await callProvider(new URL('/sessions', apiUrl), {
        method: 'POST',
        headers,
        body: {
          reference_id: order.orderId,
          session_type: 'PAY',
          mode: 'PAYMENT_LINK',
          amount: Number(order.total),
          currency: 'IDR',
          country: 'ID',
          capture_method: 'AUTOMATIC',
          description: order.description,
          expires_at: order.expiresAt.toISOString(),
          success_return_url: order.finishUrl,
          cancel_return_url: order.finishUrl,
          metadata: { mark: order.mark },
        },
      });
      const { payment_session_id: sessionId, payment_link_url: url } = body;
      if (status < 200 || status > 299 || typeof sessionId !== 'string' || typeof url !== 'string')
        throw unexpectedAnswer('Xendit', { status, body }, 'a new session');
      return { sessionId, url };
    },
    async status({ orderId, sessionId }): Promise<ChargeState> {
      // The request that created the session got no response, so no payer has its link.
      if (sessionId === null) return { kind: 'pending' };
      const { status, body, text } = await callProvider(
        new URL(`/sessions/${encodeURIComponent(sessionId)}`, apiUrl),
        { method: 'GET', headers },
      );
      if (status !== 200 || body['reference_id'] !== orderId)
        throw unexpectedAnswer('Xendit', { status, body }, 'a status request');
      switch (body['status']) {
        case 'COMPLETED': {
          const paymentRequestId =
            typeof body['payment_request_id'] === 'string' ? body['payment_request_id'] : null;
          const chargeId = typeof body['payment_id'] === 'string' ? body['payment_id'] : paymentRequestId;
          if (chargeId === null) throw new ProviderError('the Xendit response has no payment id');
          return {
            kind: 'paid',
            chargeId,
            paymentRequestId,
            amount: wholeAmount(body['amount']),
            currency: String(body['currency']),
            refunded: await refundedOf(paymentRequestId),
            mark: markIn(body),
            answer: text,
          };
        }
        case 'EXPIRED':
          return { kind: 'expired' };
        case 'CANCELED':
          return { kind: 'failed' };
        default:
          return { kind: 'pending' };
      }
    },
    async proveKey() {
      const answer = await callProvider(new URL('/sessions/pid-doctor', apiUrl), { method: 'GET', headers });
      if (![200, 400, 404].includes(answer.status)) throw unexpectedAnswer('Xendit', answer, 'its key');
    },
    async cancel({ sessionId }) {
      if (sessionId === null) return;
      const { status, body } = await callProvider(
        new URL(`/sessions/${encodeURIComponent(sessionId)}/cancel`, apiUrl),
        { method: 'POST', headers, body: {} },
      );
      // 4xx: the session is no longer active; its status shows the current state.
      if (status > 499 || status === 401 || status === 429)
        throw unexpectedAnswer('Xendit', { status, body }, 'a cancellation');
    },
    async refund(_session, { paymentRequestId }, { key, amount, reason }) {
      if (paymentRequestId === null) return false;
      const { status, body } = await callProvider(new URL('/refunds', apiUrl), {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body: {
          payment_request_id: paymentRequestId,
          reference_id: key,
          amount: Number(amount),
          currency: 'IDR',
          reason: 'OTHERS',
          metadata: { reason },
        },
      });
      if (status > 499 || status === 401 || status === 429)
        throw unexpectedAnswer('Xendit', { status, body }, 'a refund');
      return status < 300;
    },
    readNotice(noticeHeaders, body) {
      const token = noticeHeaders['x-callback-token'];
      if (typeof token !== 'string' || !secretsEqual(token, options.callbackToken)) return null;
      return readSubject(body);
    },
    readSubject,
  };
}

function readSubject(body: unknown): NoticeSubject {
  const event = (body ?? {}) as Json;
  const outer = asObject(event['data']);
  // Refund notices nest their data one level deeper.
  const data = asObject(outer['data'], outer);
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  const isRefund = String(event['event']).startsWith('refund.');
  return {
    orderId: isRefund ? null : textOf(data['reference_id']),
    paymentRequestId: textOf(data['payment_request_id']) ?? textOf(data['payment_id']),
    sessionId: textOf(data['payment_session_id']),
    mark: markIn(data),
  };
}

function markIn(data: Json): string | null {
  const { mark } = asObject(data['metadata']);
  return typeof mark === 'string' ? mark : null;
}

function asObject(value: unknown, fallback: Json = {}): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : fallback;
}

function wholeAmount(value: unknown): bigint {
  const amount = parseProviderAmount(value);
  if (amount === null) throw new ProviderError('the Xendit response has no whole amount');
  return amount;
}
