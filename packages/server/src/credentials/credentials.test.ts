import { expect, test } from 'vitest';
import type { HttpClient } from '../../test/http-client.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();

async function link(client: HttpClient, email: string): Promise<string> {
  const started = await client.post('/v1/credentials/link/dev');
  const form = await client.browse(started.body.redirectTo);
  const submitted = await client.post(form.url, new URLSearchParams({ email }), { accept: 'text/html' });
  return (await client.browse(new URL(submitted.headers.get('location')!, submitted.url).href)).url;
}

test('lists the login that claimed the identity', async () => {
  const { client, email } = await newPlayer(service);
  const { body } = await client.get('/v1/identity/credentials');
  expect(body).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      provider: 'dev',
      email,
      linkedAt: expect.any(String),
      lastLoginAt: body[0].linkedAt,
    },
  ]);
});

test('links a second login to the same identity; either can be unlinked, but not both', async () => {
  const { client, pid } = await newPlayer(service);
  expect(await link(client, `second_${pid}`)).toBe(`${service.baseUrl}/security`);
  const credentials = (await client.get('/v1/identity/credentials')).body;
  expect(credentials).toHaveLength(2);
  const second = service.client();
  await signInAs(second, `second_${pid}`);
  expect((await second.get('/v1/identity/me')).body.pid).toBe(pid);
  expect((await client.delete(`/v1/identity/credentials/${credentials[0].id}`)).body).toEqual({ ok: true });
  const refused = await client.delete(`/v1/identity/credentials/${credentials[1].id}`);
  expect(refused.body).toEqual({
    statusCode: 400,
    message: 'This is the last way to sign in to the identity: link another login first',
  });
  expect((await client.get('/v1/identity/credentials')).body).toHaveLength(1);
});

test('unlinking a login ends only the sessions that were opened with it', async () => {
  const { client, pid, email } = await newPlayer(service);
  await link(client, `other_${pid}`);
  const [lost, kept] = [service.client(), service.client()];
  await signInAs(lost, `other_${pid}`);
  await signInAs(kept, email);
  const [, other] = (await client.get('/v1/identity/credentials')).body;
  await client.delete(`/v1/identity/credentials/${other.id}`);
  expect((await lost.get('/v1/identity/me')).status).toBe(401);
  expect((await kept.get('/v1/identity/me')).status).toBe(200);
  expect((await client.get('/v1/identity/me')).status).toBe(200);
});

test('two concurrent unlinks leave one login', async () => {
  const { client, pid } = await newPlayer(service);
  await link(client, `twin_${pid}`);
  const credentials: { id: string }[] = (await client.get('/v1/identity/credentials')).body;
  const answers = await Promise.all(
    credentials.map(({ id }) => client.delete(`/v1/identity/credentials/${id}`)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test('refuses to link a login of another identity', async () => {
  const { email } = await newPlayer(service);
  const { client } = await newPlayer(service);
  expect(await link(client, email)).toBe(`${service.baseUrl}/security?error=login_in_use`);
  expect((await client.get('/v1/identity/credentials')).body).toHaveLength(1);
});

test('does not find a credential of another identity', async () => {
  const { client: owner } = await newPlayer(service);
  const { client: stranger } = await newPlayer(service);
  const [credential] = (await owner.get('/v1/identity/credentials')).body;
  expect((await stranger.delete(`/v1/identity/credentials/${credential.id}`)).status).toBe(404);
});

test('linking requires a recent sign-in', async () => {
  const local = await startTestService();
  const { client } = await newPlayer(local);
  local.clock.advanceSeconds(601);
  const refused = await client.post('/v1/credentials/link/dev');
  expect(refused.body).toEqual({ statusCode: 403, message: 'Confirm that it is you' });
  expect(refused.headers.get('pid-error')).toBe('step_up_required; need=recent');
});

test('the export contains everything about the caller and nothing about others', async () => {
  const { client, pid, email } = await newPlayer(service);
  const stranger = await newPlayer(service);
  await client.patch('/v1/profile', { displayName: 'Mine' });
  const { body, headers, text } = await client.get('/v1/identity/export');
  expect(headers.get('content-disposition')).toContain('attachment');
  expect(body).toMatchObject({
    identity: { pid },
    profile: { displayName: 'Mine' },
    credentials: [{ provider: 'dev', email }],
    sessions: [{ method: 'dev' }],
  });
  expect(body.activity.map((event: { action: string }) => event.action)).toEqual(['identity.claimed']);
  expect(text).not.toContain(stranger.email);
});
