import { expect, test } from 'vitest';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();

test('a newcomer signs in at the provider, claims a handle and is signed in', async () => {
  const client = service.client();
  const landed = await signInAs(client, 'newcomer@example.com');
  expect(landed.url).toBe(`${service.baseUrl}/claim`);
  const pending = await client.get('/v1/auth/claim');
  expect(pending.body).toMatchObject({ provider: 'dev', email: 'newcomer@example.com' });
  expect((await client.get('/v1/auth/handles/newcomer')).body).toEqual({
    handle: 'newcomer',
    available: true,
  });
  const claimed = await client.post('/v1/auth/claim', { handle: 'newcomer' });
  expect(claimed.body).toEqual({ ok: true, pid: 'newcomer@pid' });
  const me = await client.get('/v1/identity/me');
  expect(me.status).toBe(200);
  expect(me.body).toEqual({
    pid: 'newcomer@pid',
    status: 'active',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

test('a known login signs in again without a claim and returns to the requested page', async () => {
  const { email, pid } = await newPlayer(service);
  const client = service.client();
  const landed = await signInAs(client, email, '/money?tab=1');
  expect(landed.url).toBe(`${service.baseUrl}/money?tab=1`);
  expect((await client.get('/v1/identity/me')).body.pid).toBe(pid);
});
