import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestService } from '../../../test/test-service.ts';

interface Told {
  readonly status: number;
  readonly connection: string | undefined;
  readonly body: string;
}

/** Sends one request on a keep-alive connection. */
function ask(port: string, method: string, path: string, agent: Agent): Promise<Told | 'no answer'> {
  return new Promise((resolve) => {
    const outgoing = request({ host: 'localhost', port, method, path, agent }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => (body += String(chunk)));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, connection: answer.headers.connection, body }),
      );
    });
    outgoing.once('error', () => resolve('no answer'));
    outgoing.end();
  });
}

test('a stopping node reports it immediately, keeps serving, closes keep-alive connections cleanly, and then exits', async () => {
  const { service, baseUrl } = await startTestService({ PID_DRAIN_SECONDS: '3' });
  const { port } = new URL(baseUrl);
  const kept = new Agent({ keepAlive: true });
  const before = await ask(port, 'GET', '/v1/openapi.json', kept);
  expect(before).toMatchObject({ status: 200, connection: 'keep-alive' });

  const closed = service.close();
  expect(await ask(port, 'GET', '/readyz', kept)).toMatchObject({
    status: 503,
    body: '{"status":"leaving"}',
  });
  expect(await ask(port, 'GET', '/healthz', kept)).toMatchObject({ status: 200 });
  expect(await ask(port, 'GET', '/v1/identity/me', kept)).toMatchObject({ status: 401, connection: 'close' });
  expect(await ask(port, 'POST', '/v1/auth/logout', kept)).toMatchObject({
    status: 401,
    connection: 'close',
  });

  // In the end, requests that a proxy can retry on another node get no response; others still do.
  await expect.poll(() => ask(port, 'GET', '/v1/identity/me', kept), { interval: 20 }).toBe('no answer');
  expect(await ask(port, 'POST', '/v1/auth/logout', kept)).toMatchObject({
    status: 401,
    connection: 'close',
  });
  await closed;
  expect(await ask(port, 'POST', '/v1/auth/logout', kept)).toBe('no answer');
  kept.destroy();
});

test('a stopping node closes connections that never sent a request, as browsers open them in advance', async () => {
  const { service, baseUrl } = await startTestService();
  const socket = connect({ host: 'localhost', port: Number(new URL(baseUrl).port) });
  await once(socket, 'connect');
  // The service has accepted the connection once it answers a later one.
  expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  await service.close();
  await closed;
});
