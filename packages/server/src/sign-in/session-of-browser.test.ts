import { describe, expect, test } from 'vitest';
import type { Answer, HttpClient } from '../../test/http-client.ts';
import { givePasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();

/** Starts to link a login, up to the provider's form. Returns a function that finishes the link. */
async function beginLink(client: HttpClient, email: string): Promise<(by?: HttpClient) => Promise<string>> {
  const started = await client.post('/v1/credentials/link/dev');
  const form = await client.browse(started.body.redirectTo);
  const submitted = await client.post(form.url, new URLSearchParams({ email }), { accept: 'text/html' });
  const next = new URL(submitted.headers.get('location')!, submitted.url).href;
  return async () => (await client.browse(next)).url;
}

async function loginsOf(client: HttpClient): Promise<number> {
  return (await client.get('/v1/identity/credentials')).body.length;
}

test('a link in progress ends with the session that started it', async () => {
  const thief = await newPlayer(service);
  const owner = service.client();
  await signInAs(owner, thief.email);
  const finish = await beginLink(thief.client, `planted_${thief.pid}`);
  expect((await owner.delete('/v1/auth/sessions')).status).toBe(200);
  expect(await finish()).toContain('/signin?error=sign_in_failed');
  expect(await loginsOf(owner)).toBe(1);
  const planted = service.client();
  expect((await signInAs(planted, `planted_${thief.pid}`)).url).toContain('/claim');
});

test('a link is finished if its session is active, and refused if its session has expired', async () => {
  const { client, pid } = await newPlayer(service);
  expect(await (await beginLink(client, `second_${pid}`))()).toBe(`${service.baseUrl}/security`);
  expect(await loginsOf(client)).toBe(2);
  const finish = await beginLink(client, `third_${pid}`);
  await service.db.query(
    `update sessions set refresh_expires_at = now() - interval '1 minute' where id in
       (select s.id from sessions s join identities i on i.id = s.identity_id where i.handle = $1)`,
    [pid.replace('@pid', '')],
  );
  expect(await finish()).toContain('error=sign_in_failed');
});

test('an identity that is suspended during the link gets no further login', async () => {
  const { client, pid, handle } = await newPlayer(service);
  const finish = await beginLink(client, `late_${pid}`);
  await service.db.query(`update identities set status = 'suspended' where handle = $1`, [handle]);
  expect(await finish()).toContain('error=identity_closed');
  await service.db.query(`update identities set status = 'active' where handle = $1`, [handle]);
  service.clock.advanceSeconds(2);
  expect(await loginsOf(client)).toBe(1);
});

test('signing in again, at a provider or with a passkey, replaces only the session of that browser', async () => {
  const { client, email } = await newPlayer(service);
  const passkey = await givePasskey(client);
  const elsewhere = service.client();
  await signInAs(elsewhere, email);
  const old = client.cookie('pid_access')!;
  await signInAs(client, email);
  await signInWithSoftPasskey(service, passkey, {}, client);
  const before = service.client();
  before.setCookie('pid_access', old);
  expect((await before.get('/v1/identity/me')).status).toBe(401);
  expect((await client.get('/v1/identity/me')).status).toBe(200);
  expect((await elsewhere.get('/v1/auth/sessions')).body.items).toHaveLength(2);
});

test('claiming another identity ends the previous session of the browser', async () => {
  const former = await newPlayer(service);
  const stolen = service.client();
  stolen.setCookie('pid_access', former.client.cookie('pid_access')!);
  await signInAs(former.client, `another_${former.pid}`);
  expect(
    (await former.client.post('/v1/auth/claim', { handle: `n${former.handle}`.slice(0, 20) })).status,
  ).toBe(200);
  expect((await stolen.get('/v1/identity/me')).status).toBe(401);
});

describe('cookies', () => {
  /** The cookies that are set; cleared cookies are left out. */
  const setBy = (answer: Answer) =>
    answer.headers
      .getSetCookie()
      .filter((line) => !line.includes('Max-Age=0'))
      .map((line) => line.split('=')[0]!);

  test('a response that opens a session sets only the two session cookies, for every kind of sign-in', async () => {
    const client = service.client();
    const email = `cookies_${Date.now()}@example.com`;
    await signInAs(client, email);
    const claimed = await client.post('/v1/auth/claim', { handle: `c${Date.now()}` });
    expect(setBy(claimed)).toEqual(['pid_access', 'pid_refresh']);
    const passkey = await givePasskey(client);
    const { answer } = await signInWithSoftPasskey(service, passkey);
    expect(setBy(answer)).toEqual(['pid_access', 'pid_refresh']);

    const form = await client.browse('/v1/auth/signin/dev?returnTo=/home');
    const submitted = await client.post(form.url, new URLSearchParams({ email }), { accept: 'text/html' });
    let next = submitted;
    while (!next.url.includes('/v1/auth/callback/'))
      next = await client.get(new URL(next.headers.get('location')!, next.url).href, { accept: 'text/html' });
    expect(setBy(next)).toEqual(['pid_access', 'pid_refresh']);
  });

  test('the device id is set where a sign-in begins, kept if valid, and replaced if not', async () => {
    const client = service.client();
    const begun = await client.get('/v1/auth/signin/dev');
    expect(setBy(begun)).toEqual(['pid_device', expect.stringMatching(/^pid_flow_/)]);
    const device = client.cookie('pid_device');
    expect(client.cookieAttributes('pid_device')).toContain('HttpOnly');
    await client.post('/v1/auth/passkey/options');
    expect(client.cookie('pid_device')).toBe(device);
    client.setCookie('pid_device', 'short');
    await client.post('/v1/auth/passkey/options');
    expect(client.cookie('pid_device')).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});
