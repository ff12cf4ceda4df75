import { describe, expect, it } from 'vitest';
import { Refusal } from '@pid/contract/client';
import { NetworkError } from './errors.ts';
import { createApi } from './create-api.ts';

type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'lost';

function harness(reply: (method: string, path: string, count: number) => Reply | Promise<Reply>) {
  const calls: { method: string; path: string; init: RequestInit }[] = [];
  const slept: number[] = [];
  const confirmed: string[] = [];
  const kept: string[] = [];
  const answers: { confirmation: string | null } = { confirmation: 'signed' };
  let signedOut = 0;
  let prepared = 0;
  const api = createApi({
    fetch: async (path, init) => {
      const method = init.method ?? 'GET';
      calls.push({ method, path, init });
      const count = calls.filter((call) => call.path === path).length;
      const answer = await reply(method, path, count);
      if (answer === 'lost') throw new TypeError('Failed to fetch');
      const body = answer.body === undefined ? null : JSON.stringify(answer.body);
      return new Response(body, { status: answer.status, headers: answer.headers ?? {} });
    },
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
    },
    randomFraction: () => 0.5,
    prepareWords: async () => {
      prepared += 1;
    },
    onSignedOut: () => {
      signedOut += 1;
    },
    confirm: async (call) => {
      confirmed.push(`${call.method} ${call.path} ${JSON.stringify(call.body)}`);
      return answers.confirmation;
    },
    onFreshSignInWanted: ({ path }) => {
      kept.push(path);
    },
  });
  return {
    api,
    calls,
    slept,
    confirmed,
    kept,
    answers,
    signedOut: () => signedOut,
    prepared: () => prepared,
  };
}

const unauthorized: Reply = { status: 401, body: { statusCode: 401, message: 'Unauthorized' } };
const paths = (calls: readonly { path: string }[]) => calls.map((call) => call.path);

describe('api session', () => {
  it('refreshes once for concurrent calls with an expired access cookie, and repeats each call', async () => {
    let fresh = false;
    const { api, calls, signedOut } = harness(async (_method, path) => {
      if (path === '/v1/auth/refresh') {
        await Promise.resolve();
        fresh = true;
        return { status: 200, body: { ok: true } };
      }
      return fresh ? { status: 200, body: { path } } : unauthorized;
    });
    const answers = await Promise.all([
      api.call('getIdentity'),
      api.call('getBalance'),
      api.call('getLimits'),
    ]);
    expect(answers).toEqual([
      { path: '/v1/identity/me' },
      { path: '/v1/fiat/balance' },
      { path: '/v1/limits' },
    ]);
    expect(paths(calls).filter((path) => path === '/v1/auth/refresh')).toHaveLength(1);
    expect(signedOut()).toBe(0);
  });

  it('redirects to sign-in when the refresh is refused too', async () => {
    const { api, signedOut } = harness(() => unauthorized);
    await expect(api.call('getIdentity')).rejects.toMatchObject({ status: 401 });
    expect(signedOut()).toBe(1);
  });

  it('redirects to sign-in when the repeated call is refused, without refreshing again', async () => {
    const { api, calls, signedOut } = harness((_method, path) =>
      path === '/v1/auth/refresh' ? { status: 200, body: { ok: true } } : unauthorized,
    );
    await expect(api.call('liftFreeze')).rejects.toBeInstanceOf(Refusal);
    expect(paths(calls)).toEqual(['/v1/freeze/lift', '/v1/auth/refresh', '/v1/freeze/lift']);
    expect(signedOut()).toBe(1);
  });

  it.each([429, 503])('does not sign out when the refresh fails with a temporary %i', async (status) => {
    const { api, signedOut } = harness((_method, path) =>
      path === '/v1/auth/refresh' ? { status, body: { statusCode: status, message: 'Later' } } : unauthorized,
    );
    await expect(api.call('liftFreeze')).rejects.toMatchObject({ status });
    expect(signedOut()).toBe(0);
  });

  it('throws a 401 without a refresh if no session is expected', async () => {
    const { api, calls } = harness(() => unauthorized);
    await expect(api.call('passkeySignInOptions', {}, { session: 'none' })).rejects.toMatchObject({
      status: 401,
    });
    expect(paths(calls)).toEqual(['/v1/auth/passkey/options']);
  });

  it('does not redirect if the session is optional', async () => {
    const { api, signedOut } = harness(() => unauthorized);
    await expect(api.call('getIdentity', {}, { session: 'optional' })).rejects.toBeInstanceOf(Refusal);
    expect(signedOut()).toBe(0);
  });
});

describe('api transport', () => {
  it('retries a lost read with growing, jittered delays and gives up after three attempts', async () => {
    const { api, calls, slept } = harness(() => 'lost');
    await expect(api.call('getIdentity')).rejects.toBeInstanceOf(NetworkError);
    expect(calls).toHaveLength(3);
    expect(slept).toEqual([225, 450]);
  });

  it('never repeats a lost write without an idempotency key', async () => {
    const { api, calls } = harness(() => 'lost');
    await expect(api.call('liftFreeze')).rejects.toBeInstanceOf(NetworkError);
    expect(calls).toHaveLength(1);
  });

  it('repeats a lost write with the same idempotency key and body', async () => {
    const { api, calls } = harness((_method, _path, count) =>
      count === 1 ? 'lost' : { status: 201, body: { id: 1 } },
    );
    await expect(
      api.call('sendMoney', { to: 'budi@pid', amount: 5 }, { idempotencyKey: 'k1' }),
    ).resolves.toEqual({
      id: 1,
    });
    expect(calls.map(({ init }) => new Headers(init.headers).get('idempotency-key'))).toEqual(['k1', 'k1']);
    expect(new Set(calls.map(({ init }) => init.body))).toEqual(new Set(['{"to":"budi@pid","amount":5}']));
  });

  it('waits as long as Retry-After says, up to a limit', async () => {
    const throttled = (seconds: string): Reply => ({
      status: 429,
      body: { statusCode: 429, message: 'ThrottlerException: Too Many Requests' },
      headers: { 'retry-after': seconds },
    });
    const short = harness((_method, _path, count) =>
      count === 1 ? throttled('2') : { status: 200, body: {} },
    );
    await short.api.call('getIdentity');
    expect(short.slept).toEqual([2_000]);
    const long = harness(() => throttled('60'));
    await expect(long.api.call('getIdentity')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 60 });
    expect(long.calls).toHaveLength(1);
  });

  it('keeps the messages of a validation error separate', async () => {
    const message = ['handle is already taken', 'name is required'];
    const { api } = harness(() => ({ status: 400, body: { statusCode: 400, message } }));
    await expect(api.call('liftFreeze')).rejects.toMatchObject({ messages: message });
  });

  it('uses the status of a proxy’s error page', async () => {
    const { api } = harness(() => ({ status: 502, body: '<html>' }));
    await expect(api.call('liftFreeze')).rejects.toMatchObject({ status: 502, code: '' });
  });

  it('reports an abort by the caller as an abort, not as a network error', async () => {
    const controller = new AbortController();
    const { api, calls } = harness(() => {
      controller.abort();
      return 'lost';
    });
    await expect(api.call('getIdentity', {}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(calls).toHaveLength(1);
  });

  it('distinguishes a timeout from a lost connection', async () => {
    const api = createApi({
      fetch: (_path, init) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
        }),
      sleep: async () => undefined,
      randomFraction: () => 0,
      prepareWords: async () => undefined,
      onSignedOut: () => undefined,
      confirm: async () => null,
      onFreshSignInWanted: () => undefined,
    });
    await expect(api.call('liftFreeze', {}, { timeoutMilliseconds: 1 })).rejects.toMatchObject({
      timedOut: true,
    });
  });
});

describe('step-up', () => {
  const refusal = (need: string): Reply => ({
    status: 403,
    body: { statusCode: 403, message: 'Confirm that it is you' },
    headers: { 'pid-error': `step_up_required; need=${need}` },
  });
  const assertionOf = (init: RequestInit) => new Headers(init.headers).get('pid-assertion');

  it('has the call signed and repeats it once, with the signature', async () => {
    const { api, calls, confirmed } = harness((_method, _path, count) =>
      count === 1 ? refusal('assertion') : { status: 200, body: { ok: true } },
    );
    await expect(api.call('suspendIdentityAsAdmin', { pid: 'budi@pid' })).resolves.toEqual({ ok: true });
    expect(confirmed).toEqual(['POST /v1/admin/identities/budi%40pid/suspend undefined']);
    expect(calls.map(({ init }) => assertionOf(init))).toEqual([null, 'signed']);
  });

  it('does not ask again if the signature is not enough, and not at all for a call that cannot be signed', async () => {
    const { api, calls, confirmed, answers } = harness(() => refusal('assertion'));
    await expect(api.call('endOtherSessions')).rejects.toMatchObject({ code: 'step_up_required' });
    expect([calls.length, confirmed.length]).toEqual([2, 1]);
    answers.confirmation = null;
    await expect(api.call('getIdentity')).rejects.toMatchObject({ code: 'step_up_required' });
    expect(calls.length).toBe(3);
  });

  it('keeps the request when a recent sign-in is needed', async () => {
    const { api, calls, confirmed, kept } = harness(() => refusal('recent'));
    await expect(api.call('endOtherSessions')).rejects.toMatchObject({ context: { need: 'recent' } });
    expect([calls.length, confirmed.length, kept]).toEqual([1, 0, ['/v1/auth/sessions']]);
  });
});

describe('a refusal', () => {
  it('loads the error texts first; a lost response does not', async () => {
    const refused = harness(() => ({ status: 404, body: {} }));
    await expect(refused.api.call('liftFreeze')).rejects.toBeInstanceOf(Refusal);
    expect(refused.prepared()).toBe(1);
    const lost = harness(() => 'lost');
    await expect(lost.api.call('liftFreeze')).rejects.toBeInstanceOf(NetworkError);
    expect(lost.prepared()).toBe(0);
  });

  it('has its code and its values, bare or quoted', async () => {
    const { api } = harness(() => ({
      status: 400,
      body: { statusCode: 400, message: 'No' },
      headers: { 'pid-error': String.raw`insufficient_balance; needed=2600; to="a \"b\""` },
    }));
    await expect(api.call('getIdentity')).rejects.toMatchObject({
      code: 'insufficient_balance',
      context: { needed: '2600', to: 'a "b"' },
    });
  });
});
