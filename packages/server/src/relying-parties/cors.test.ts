import { expect, test } from 'vitest';
import { newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const otherNode = await startTestService({ PID_BASE_URL: service.baseUrl }, service);
const nodes = [service.client(), otherNode.client()];
const soonerThanTimer = { timeout: 15_000, interval: 20 };

async function allowedOrigin(client: (typeof nodes)[number], origin: string): Promise<string | null> {
  const answer = await client.get('/v1/auth/providers', { origin });
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  return answer.headers.get('access-control-allow-origin');
}

/**
 * The node that made the change applies it immediately. The other node learns of it by notification, long
 * before its reload timer.
 */
async function expectAllowed(origin: string, allowed: string | null): Promise<void> {
  const [told, other] = nodes;
  expect(await allowedOrigin(told!, origin)).toBe(allowed);
  await expect.poll(() => allowedOrigin(other!, origin), soonerThanTimer).toBe(allowed);
}

test('an origin may call from browsers, on every node, only while an app lists it', async () => {
  const { client } = await newPlayer(service);
  const origin = 'https://cors.example';
  await expectAllowed(origin, null);
  const app = await newApp(client, { origins: [origin] });
  await expectAllowed(origin, origin);
  await client.patch(`/v1/apps/${app.clientId}`, { origins: [] });
  await expectAllowed(origin, null);
  await client.patch(`/v1/apps/${app.clientId}`, { origins: [origin] });
  await expectAllowed(origin, origin);
  await client.delete(`/v1/apps/${app.clientId}`);
  await expectAllowed(origin, null);
});

test.each(['http://localhost:5173', 'http://127.0.0.1:1', 'http://[::1]:3000', 'http://localhost'])(
  '%s is allowed without being listed',
  async (origin) => {
    expect(await allowedOrigin(nodes[0]!, origin)).toBe(origin);
  },
);

test.each([
  'http://localhost.evil.com',
  'http://127.0.0.1.evil.com',
  'http://[::1]evil',
  'https://localhost',
  'https://evil.example',
  'null',
])('%s is not allowed', async (origin) => {
  expect(await allowedOrigin(nodes[0]!, origin)).toBeNull();
});

test('a preflight from an allowed origin allows the authorization header, without credentials', async () => {
  const answer = await nodes[0]!.send('OPTIONS', '/v1/identity/me', undefined, {
    origin: 'http://localhost:5173',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-headers')).toContain('authorization');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  expect(Number(answer.headers.get('access-control-max-age'))).toBeLessThanOrEqual(60);
});
