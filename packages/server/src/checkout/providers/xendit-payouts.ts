import { isBankCode } from '@pid/contract/banks';
import { readText, secret, type Values } from '../../platform/config/index.ts';
import { secretsEqual } from '../../platform/hash.ts';
import {
  basicAuthorization,
  callProvider,
  parseProviderAmount,
  ProviderError,
  unexpectedAnswer,
} from '../payment-provider.ts';
import type { PayoutProvider, PayoutState } from '../payout-provider.ts';
import type { RemotePayouts } from './remote-payouts.ts';

const settings = {
  xenditPayoutKey: secret(
    'PID_XENDIT_PAYOUT_KEY',
    'Secret key of Xendit for settlements, with the permission Money-out',
    readText,
    'none',
  ),
  xenditPayoutToken: secret(
    'PID_XENDIT_PAYOUT_TOKEN',
    "Verification token in Xendit's notices of settlements",
    readText,
    'none',
  ),
} as const;

export const xenditPayouts = {
  id: 'xendit',
  name: 'Xendit',
  settings,
  problems: ({ xenditPayoutKey, xenditPayoutToken }: Values<typeof settings>) =>
    xenditPayoutKey && xenditPayoutToken
      ? []
      : [
          'PID_XENDIT_PAYOUT_KEY and PID_XENDIT_PAYOUT_TOKEN must be set: Xendit needs both from its dashboard to transfer settlements',
        ],
  open: (config: Values<typeof settings>, apiUrl: URL | null) =>
    openPayouts({
      secretKey: config.xenditPayoutKey!,
      callbackToken: config.xenditPayoutToken!,
      apiUrl: apiUrl ?? new URL('https://api.xendit.co'),
    }),
} as const satisfies RemotePayouts<typeof settings>;

interface Options {
  readonly secretKey: string;
  readonly callbackToken: string;
  readonly apiUrl: URL;
}

type Json = Record<string, unknown>;

/** docs.xendit.co, "Payout status lifecycle". Every other status is under way. */
const kinds: Readonly<Record<string, PayoutState['kind']>> = {
  SUCCEEDED: 'paid',
  REVERSED: 'returned',
  FAILED: 'failed',
  CANCELLED: 'failed',
  EXPIRED: 'failed',
  COMPLIANCE_REJECTED: 'failed',
};

/** The order was read and cannot be carried out. Every other error may be of the moment. */
const refusals: ReadonlySet<number> = new Set([400, 404, 422]);

function openPayouts({ secretKey, callbackToken, apiUrl }: Options): PayoutProvider {
  const headers = basicAuthorization(secretKey);
  const address = new URL('/v2/payouts', apiUrl);

  async function list(reference: string) {
    const url = new URL(address);
    url.searchParams.set('reference_id', reference);
    const answer = await callProvider(url, { method: 'GET', headers });
    // The reference documents an array, Xendit's own client an object with `data`.
    const body: unknown = answer.body;
    const found = Array.isArray(body) ? (body as unknown[]) : answer.body['data'];
    if (answer.status !== 200 || !Array.isArray(found) || answer.body['has_more'] === true)
      throw unexpectedAnswer('Xendit', answer, 'a list of payouts');
    return found as Json[];
  }

  return {
    id: xenditPayouts.id,
    supports: isBankCode,
    async find(id) {
      const found = await list(id);
      if (found.length > 1) throw new ProviderError(`Xendit has ${found.length} payouts with one reference`);
      return found[0] ? stateOf(found[0], id) : null;
    },
    async create(order) {
      const answer = await callProvider(address, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': order.id },
        body: {
          reference_id: order.id,
          channel_code: `ID_${order.bankCode}`,
          channel_properties: {
            account_number: order.accountNumber,
            account_holder_name: order.holderName,
          },
          amount: Number(order.amount),
          currency: 'IDR',
          description: order.description,
        },
      });
      if (answer.status >= 200 && answer.status < 300) return stateOf(answer.body, order.id);
      if (!refusals.has(answer.status)) throw unexpectedAnswer('Xendit', answer, 'a payout');
      const { error_code: code } = answer.body;
      return {
        kind: 'refused',
        reason: typeof code === 'string' ? code.slice(0, 100) : `status ${answer.status}`,
      };
    },
    readNotice(noticeHeaders, body) {
      const token = noticeHeaders['x-callback-token'];
      if (typeof token !== 'string' || !secretsEqual(token, callbackToken)) return null;
      const data = (body as Json | null)?.['data'];
      const reference = typeof data === 'object' && data !== null ? (data as Json)['reference_id'] : null;
      return typeof reference === 'string' ? reference : '';
    },
    async proveKey() {
      await list('pid-doctor');
    },
  };
}

function stateOf(payout: Json, reference: string): PayoutState {
  const { id, status } = payout;
  const amount = parseProviderAmount(payout['amount']);
  if (
    payout['reference_id'] !== reference ||
    typeof id !== 'string' ||
    typeof status !== 'string' ||
    amount === null
  )
    throw new ProviderError('the Xendit response is not a payout of this reference');
  return {
    kind: kinds[status] ?? 'under_way',
    payoutId: id.slice(0, 100),
    amount,
    currency: String(payout['currency']),
    reason: typeof payout['failure_code'] === 'string' ? payout['failure_code'].slice(0, 100) : null,
  };
}
