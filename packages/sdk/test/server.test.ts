import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAppClient, createIdentityReader, exchangeCode, PidError } from '../src/server/index.ts';

interface Seen {
  readonly line: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

let baseUrl = '';
let seen: Seen[] = [];
let answer: (seen: Seen) => { status?: number; body: unknown };
const server = createServer(
  (request, response) =>
    void respond(request).then(({ status = 200, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    ),
);

async function respond(request: IncomingMessage): Promise<{ status?: number; body: unknown }> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const entry = {
    line: `${request.method} ${request.url}`,
    authorization: request.headers.authorization,
    body,
  };
  seen.push(entry);
  return answer(entry);
}

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const address = server.address();
  baseUrl = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  seen = [];
  answer = () => ({ body: {} });
});

describe('exchangeCode', () => {
  test('sends only the fields of the exchange request', async () => {
    answer = () => ({ body: { pid: 'maya@pid' } });
    expect(await exchangeCode({ baseUrl, clientId: 'app_1', code: 'c', codeVerifier: 'v' })).toEqual({
      pid: 'maya@pid',
    });
    expect(seen).toEqual([
      {
        line: 'POST /v1/auth/exchange',
        authorization: undefined,
        body: '{"client_id":"app_1","code":"c","code_verifier":"v"}',
      },
    ]);
  });

  test('sends the token of a guest, and creates guests with the machine token', async () => {
    answer = ({ line }) => ({
      body: line.endsWith('/token') ? { access_token: 'machine', expires_in: 3600 } : { guestId: 'g' },
    });
    const app = createAppClient({ baseUrl, clientId: 'app_1', clientSecret: 's' });
    expect(await app.createGuest()).toEqual({ guestId: 'g' });
    expect(seen.at(-1)).toMatchObject({
      line: 'POST /v1/apps/app_1/guests',
      authorization: 'Bearer machine',
    });
    expect(await exchangeCode({ baseUrl, clientId: 'app_1', code: 'c', guestToken: 't' })).toEqual({
      guestId: 'g',
    });
    expect(seen.at(-1)?.body).toBe('{"client_id":"app_1","code":"c","guest_token":"t"}');
  });

  test.each([
    [{ statusCode: 400, message: 'Login code is invalid' }, 'Login code is invalid'],
    [{ statusCode: 400, message: ['code is required', 'x must be y'] }, 'code is required; x must be y'],
    [{}, 'Bad Request'],
  ])('throws a PidError for the refusal %j', async (body, message) => {
    answer = () => ({ status: 400, body });
    const error = await exchangeCode({ baseUrl, clientId: 'a', code: 'c' }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(PidError);
    expect(error).toMatchObject({ status: 400, code: 'failed', message });
  });
});

describe('createIdentityReader', () => {
  test('caches responses by token and route for the configured time and shares concurrent requests', async () => {
    let now = 0;
    answer = ({ line, authorization }) => ({ body: { pid: `${authorization} ${line}` } });
    const players = createIdentityReader({ baseUrl, cacheSeconds: { identity: 900 }, now: () => now });
    const answers = await Promise.all([players.identity('a'), players.identity('a'), players.identity('b')]);
    expect(answers.map(({ pid }) => pid)).toEqual([
      'Bearer a GET /v1/identity/me',
      'Bearer a GET /v1/identity/me',
      'Bearer b GET /v1/identity/me',
    ]);
    expect(seen).toHaveLength(2);
    await players.profile('a');
    expect(seen).toHaveLength(3);
    now = 899_999;
    await players.identity('a');
    expect(seen).toHaveLength(3);
    now = 900_000;
    await players.identity('a');
    expect(seen).toHaveLength(4);
  });

  test('does not cache balances by default and never caches statements', async () => {
    const players = createIdentityReader({ baseUrl });
    await players.balance('a');
    await players.balance('a');
    await players.statement('a', { limit: 5 });
    expect(seen.map(({ line }) => line)).toEqual([
      'GET /v1/fiat/balance',
      'GET /v1/fiat/balance',
      'GET /v1/fiat/statement?limit=5',
    ]);
  });

  test('does not cache refusals and clears all cached responses of a refused token', async () => {
    const players = createIdentityReader({ baseUrl, cacheSeconds: { identity: 300, profile: 300 } });
    await players.profile('a');
    answer = () => ({ status: 401, body: { statusCode: 401, message: 'Unauthorized' } });
    await expect(players.identity('a')).rejects.toThrow('Unauthorized');
    await expect(players.identity('a')).rejects.toThrow('Unauthorized');
    await expect(players.profile('a')).rejects.toThrow('Unauthorized');
    expect(seen).toHaveLength(4);
  });

  test('drops the oldest entries above the limit and refuses to cache for more than 15 minutes', async () => {
    const players = createIdentityReader({ baseUrl, entriesMax: 2 });
    for (const token of ['a', 'b', 'c', 'c', 'b', 'a']) await players.identity(token);
    expect(seen.map(({ authorization }) => authorization)).toEqual([
      'Bearer a',
      'Bearer b',
      'Bearer c',
      'Bearer a',
    ]);
    for (const identity of [901, -1, Number.NaN])
      expect(() => createIdentityReader({ baseUrl, cacheSeconds: { identity } })).toThrow(RangeError);
  });
});

describe('createAppClient', () => {
  const options = { clientId: 'app_1', clientSecret: 's' };

  test('shares one token among concurrent calls and renews it a minute before it expires and after a 401', async () => {
    let now = 0;
    let issued = 0;
    answer = ({ line }) =>
      line === 'POST /v1/auth/token'
        ? { body: { access_token: `t${(issued += 1)}`, expires_in: 3600 } }
        : { body: { balance: 5 } };
    const app = createAppClient({ ...options, baseUrl, now: () => now });
    await Promise.all([app.balance(), app.balance()]);
    expect(issued).toBe(1);
    expect(seen[0]!.body).toBe('{"grant_type":"client_credentials","client_id":"app_1","client_secret":"s"}');
    expect(seen.at(-1)).toMatchObject({ line: 'GET /v1/apps/app_1/balance', authorization: 'Bearer t1' });
    now = 3_541_000;
    await app.balance();
    expect(issued).toBe(2);
    const working = answer;
    answer = () => ({ status: 401, body: { message: 'Unauthorized' } });
    await expect(app.balance()).rejects.toThrow('Unauthorized');
    answer = working;
    await app.balance();
    expect(issued).toBe(3);
  });

  test('requests a token again after a refusal', async () => {
    answer = () => ({ status: 401, body: { message: 'Unauthorized' } });
    const app = createAppClient({ ...options, baseUrl });
    await expect(app.token()).rejects.toThrow('Unauthorized');
    answer = () => ({ body: { access_token: 't', expires_in: 3600 } });
    expect(await app.token()).toBe('t');
  });

  test('reads events with a new token after the old one was revoked', async () => {
    let issued = 0;
    const event = { number: 1, type: 'app.verified', at: '2026-01-01T00:00:00.000Z', data: {} };
    answer = ({ line, authorization }) => {
      if (line === 'POST /v1/auth/token')
        return { body: { access_token: `t${(issued += 1)}`, expires_in: 3600 } };
      return authorization === 'Bearer t1'
        ? { status: 401, body: { message: 'Unauthorized' } }
        : { body: { items: [event], last: 1 } };
    };
    const { value } = await createAppClient({ ...options, baseUrl })
      .events()
      .next();
    expect([value, issued]).toEqual([event, 2]);
  });

  test('ends the iteration and aborts its request when the signal aborts', async () => {
    answer = () => ({ body: { access_token: 't', expires_in: 3600 } });
    const stop = new AbortController();
    let waiting: AbortSignal | null | undefined;
    const app = createAppClient({
      ...options,
      baseUrl,
      fetch: (address, init) => {
        if (!(address as string).includes('/events')) return fetch(address, init);
        waiting = init?.signal;
        stop.abort();
        return new Promise(() => {});
      },
    });
    expect(await app.events({ signal: stop.signal }).next()).toEqual({ done: true, value: undefined });
    expect(waiting?.aborted).toBe(true);
  });
});
