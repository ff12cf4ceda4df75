import { lostAnswer, startFakeServer, type Json } from './fake-server.ts';

/**
 * What goes wrong with the next request: it never arrives, its answer is lost, the provider is in trouble,
 * refuses it, or stays silent until `speak` is called.
 */
type Fault = 'dropped' | 'lost' | 'trouble' | 'busy' | 'refused' | 'silent';

interface Payout extends Json {
  id: string;
  reference_id: string;
  status: string;
}

/** https://docs.xendit.co: payouts. Repeating a key returns the same payout. */
export async function fakeXenditPayouts() {
  const [secretKey, token] = ['xnd_payouts', 'payout-callback-token'];
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
  const byKey = new Map<string, { request: string; payout: Payout }>();
  const faults: { reference: string; method: string; fault: Fault }[] = [];
  const silent: (() => void)[] = [];
  /** The two forms of a list that Xendit documents. */
  const settings = { listsAsObject: false };
  let onOrder: (reference: string) => Promise<void> = async () => {};
  const payouts = () => [...byKey.values()].map(({ payout }) => payout);

  const server = await startFakeServer(async (request, body) => {
    if (request.headers.authorization !== authorization) return [401, { error_code: 'INVALID_API_KEY' }];
    const url = new URL(request.url!, server.url);
    const sent = body['reference_id'];
    const reference = typeof sent === 'string' ? sent : (url.searchParams.get('reference_id') ?? '');
    if (request.method === 'POST') await onOrder(reference);
    const fault = takeFault(reference, request.method!);
    if (fault === 'dropped') return [lostAnswer, null];
    if (fault === 'silent') {
      await new Promise<void>((resolve) => silent.push(resolve));
      return [lostAnswer, null];
    }
    if (fault === 'trouble') return [503, { error_code: 'SERVER_ERROR' }];
    if (fault === 'busy') return [429, { error_code: 'RATE_LIMIT_EXCEEDED' }];
    if (fault === 'refused') return [400, { error_code: 'CHANNEL_CODE_NOT_SUPPORTED' }];
    const answer = request.method === 'POST' ? create(request.headers['idempotency-key'], body) : list(url);
    return fault === 'lost' ? [lostAnswer, null] : answer;
  });

  function takeFault(reference: string, method: string): Fault | null {
    const at = faults.findIndex((fault) => fault.reference === reference && fault.method === method);
    return at < 0 ? null : faults.splice(at, 1)[0]!.fault;
  }

  function create(key: string | string[] | undefined, body: Json): [number, unknown] {
    if (typeof key !== 'string') return [400, { error_code: 'API_VALIDATION_ERROR' }];
    const request = JSON.stringify(body);
    const known = byKey.get(key);
    if (known && known.request !== request) return [409, { error_code: 'DUPLICATE_ERROR' }];
    const payout = known?.payout ?? {
      ...body,
      id: `disb-${byKey.size + 1}`,
      reference_id: String(body['reference_id']),
      status: 'ACCEPTED',
    };
    byKey.set(key, { request, payout });
    return [200, payout];
  }

  function list(url: URL): [number, unknown] {
    const reference = url.searchParams.get('reference_id');
    const found = payouts().filter((payout) => payout.reference_id === reference);
    return [200, settings.listsAsObject ? { data: found, has_more: false } : found];
  }

  return {
    server,
    environment: {
      PID_SETTLEMENTS: 'xendit',
      PID_XENDIT_PAYOUT_KEY: secretKey,
      PID_XENDIT_PAYOUT_TOKEN: token,
      PID_SETTLEMENT_API_URL: server.url,
    },
    payouts,
    settings,
    /** The next request of this method for a payout goes wrong. */
    break(reference: string, method: 'GET' | 'POST', fault: Fault) {
      faults.push({ reference, method, fault });
    },
    /** Ends the silence about all requests. Their connections close without an answer. */
    speak() {
      for (const end of silent.splice(0)) end();
    },
    silentRequests: () => silent.length,
    /** Runs before an order is answered. */
    watchOrders(watch: typeof onOrder) {
      onOrder = watch;
    },
    set(reference: string, fields: Json) {
      Object.assign(
        payouts().find((payout) => payout.reference_id === reference)!,
        fields,
      );
    },
    notice: (reference: string, status: string) => ({
      event: `payout.${status.toLowerCase()}`,
      business_id: 'b',
      created: '2026-01-01T00:00:00Z',
      data: { id: 'disb-x', reference_id: reference, status, amount: 1, currency: 'IDR' },
    }),
    headers: { 'x-callback-token': token },
  };
}
