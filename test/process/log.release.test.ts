import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { startPid, temporaryFolder } from './pid-process.ts';

vi.setConfig({ testTimeout: 180_000 });

type Line = Record<string, unknown> & { err?: { cause?: { message?: string } } };

/** A payment provider that always sends the same response. */
async function provider(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

test('logs each refused request as one JSON line with its cause; a signal enables all requests, a second one disables them', async () => {
  const api = await provider((response) =>
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error_messages: ['Access denied, please check client or server key'] })),
  );
  const pid = await startPid(await temporaryFolder(), {
    environment: {
      PID_LOG_LEVEL: 'info',
      PID_MISSPELT: 'x',
      PID_PAYMENT_PROVIDER: 'midtrans',
      PID_MIDTRANS_SERVER_KEY: 'SB-key',
      PID_PAYMENT_API_URL: api,
    },
  });
  const lines = (): Line[] => {
    const whole = pid.output().slice(0, pid.output().lastIndexOf('\n') + 1);
    return whole
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  };
  const about = (id: string) => lines().filter(({ requestId }) => requestId === id);
  const client = new HttpClient(pid.baseUrl);
  const get = (path: string, id: string) => client.get(path, { 'x-request-id': id });

  await get('/v1/identity/me', 'lost-and-found');
  await expect
    .poll(() => about('lost-and-found'))
    .toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'request',
        method: 'GET',
        route: '/v1/identity/me',
        status: 401,
        code: 'unauthorized',
        caller: 'nobody',
        millis: expect.any(Number),
      }),
    ]);

  await signInAs(client, 'logged@example.com');
  expect((await client.post('/v1/auth/claim', { handle: 'logged' })).status).toBe(200);
  const { id } = (await client.post('/v1/fiat/topups', { amount: 50_000 })).body;
  await client.post(`/checkout/${id}/pay`, new URLSearchParams(), {
    'x-request-id': 'no-money',
  });
  await expect.poll(() => about('no-money')).toHaveLength(1);
  expect(about('no-money')[0]).toMatchObject({
    status: 503,
    code: 'payment_provider_unavailable',
    level: 50,
  });
  expect(about('no-money')[0]!.err?.cause?.message).toBe(
    'Midtrans answered 401 (Access denied, please check client or server key) to a new transaction',
  );

  await get('/v1/identity/me', 'quiet');
  pid.child.kill('SIGUSR2');
  await expect
    .poll(() => lines().filter(({ level }) => level === 40))
    .toContainEqual(expect.objectContaining({ msg: 'the log level was changed by a signal', level: 40 }));
  await get('/v1/identity/me', 'loud');
  await expect.poll(() => about('loud')).toMatchObject([{ level: 20, status: 200, caller: 'session' }]);
  pid.child.kill('SIGUSR2');
  await expect.poll(() => pid.output().match(/changed by a signal/g)).toHaveLength(2);
  await get('/v1/identity/me', 'hidden');
  await get('/v1/nowhere', 'last');
  await expect.poll(() => about('last')).toHaveLength(1);
  expect([...about('quiet'), ...about('hidden')]).toEqual([]);
  expect(lines().filter(({ msg }) => String(msg).startsWith('PID_MISSPELT'))).toHaveLength(1);
});
