import { describe, expect, test } from 'vitest';
import { allowApp, newApp } from '../../test/app-helper.ts';
import type { HttpClient } from '../../test/http-client.ts';
import {
  giveFurtherPasskey,
  givePasskey,
  registerSoftPasskey,
  removeOwnPasskey,
  signInWithSoftPasskey,
} from '../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();

interface Told {
  readonly id: number;
  readonly type: string;
  readonly read: boolean;
  readonly data: Record<string, unknown>;
}

async function toldTo(client: HttpClient): Promise<Told[]> {
  return (await client.get('/v1/notices')).body.items;
}

async function typesTold(client: HttpClient): Promise<string[]> {
  return (await toldTo(client)).map(({ type }) => type);
}

describe('the owner is notified of', () => {
  test('a first passkey, a requested and given approval, and a removed passkey', async () => {
    const { client } = await newPlayer(service);
    const first = await givePasskey(client, { name: 'Phone' });
    const second = await giveFurtherPasskey(client, first, { name: 'Laptop' });
    expect((await removeOwnPasskey(client, second)).status).toBe(200);
    const told = await toldTo(client);
    expect(told.map(({ type, data }) => [type, data['name']])).toEqual([
      ['passkey.removed', 'Laptop'],
      ['passkey.approved', 'Laptop'],
      ['passkey.approval_asked', 'Laptop'],
      ['passkey.added', 'Phone'],
    ]);
    expect(told[0]!.data).toEqual({ passkeyId: second.id, name: 'Laptop' });
  });

  test('a linked and an unlinked login', async () => {
    const { client } = await newPlayer(service);
    const { redirectTo } = (await client.post('/v1/credentials/link/dev')).body;
    const form = await client.browse(redirectTo);
    const further = `further_${Date.now()}@example.com`;
    const submitted = await client.post(form.url, new URLSearchParams({ email: further }), {
      accept: 'text/html',
    });
    await client.browse(new URL(submitted.headers.get('location')!, submitted.url).href);
    expect(await typesTold(client)).toEqual(['login.linked']);
    const logins: { id: string; email: string }[] = (await client.get('/v1/identity/credentials')).body;
    const { id } = logins.find(({ email }) => email === further)!;
    expect((await client.delete(`/v1/identity/credentials/${id}`)).status).toBe(200);
    expect(await toldTo(client)).toMatchObject([
      { type: 'login.unlinked', data: { provider: 'dev' } },
      { type: 'login.linked', data: { provider: 'dev' } },
    ]);
  });

  test('a sign-in from a new browser, by provider or passkey, but not from a known one', async () => {
    const { client, email } = await newPlayer(service);
    expect(await typesTold(client)).toEqual([]);
    await signInAs(client, email);
    expect(await typesTold(client)).toEqual([]);
    const elsewhere = service.client();
    await signInAs(elsewhere, email);
    await signInAs(elsewhere, email);
    expect(await typesTold(client)).toEqual(['session.new_device']);
    const passkey = await givePasskey(client);
    await signInWithSoftPasskey(service, passkey);
    await signInWithSoftPasskey(service, passkey, {}, client);
    expect(await typesTold(client)).toEqual(['session.new_device', 'passkey.added', 'session.new_device']);
    expect((await toldTo(client))[0]!.data).toMatchObject({ method: 'passkey' });
  });

  test('a connected app, once', async () => {
    const { client } = await newPlayer(service);
    const app = await newApp(client, { name: 'Kart <b>Race</b>' });
    await allowApp(client, app);
    await allowApp(client, app);
    expect(await toldTo(client)).toMatchObject([
      { type: 'app.connected', data: { clientId: app.clientId, name: 'Kart <b>Race</b>' } },
    ]);
  });
});

test('the table of known browsers does not show that two identities share a browser', async () => {
  const { client, email } = await newPlayer(service);
  await signInAs(client, `other_${email}`);
  await client.post('/v1/auth/claim', { handle: `o${Date.now()}` });
  const { rows } = await service.db.query<{ devices: bigint; hashes: bigint }>(
    `select count(*) as devices, count(distinct hash) as hashes from known_devices where first_seen_at > now() - interval '1 hour'`,
  );
  expect(rows[0]!.hashes).toBe(rows[0]!.devices);
});

describe('the list of notices', () => {
  test('is paged newest first with ascending ids, and counts unread notices', async () => {
    const { client } = await newPlayer(service);
    const first = await givePasskey(client);
    await giveFurtherPasskey(client, first);
    const page = (await client.get('/v1/notices?limit=2')).body;
    expect(page).toMatchObject({ unread: 3, items: [{ read: false }, { read: false }] });
    const rest = (await client.get(`/v1/notices?limit=2&cursor=${page.nextCursor}`)).body;
    expect(rest).toMatchObject({ nextCursor: null, items: [{ type: 'passkey.added' }] });
    const ids = [...page.items, ...rest.items].map(({ id }: Told) => id);
    expect(ids).toEqual(ids.toSorted((left, right) => right - left));

    expect((await client.post('/v1/notices/read', { upTo: ids[1] })).body).toEqual({ ok: true });
    const after = (await client.get('/v1/notices')).body;
    expect([after.unread, after.items.map(({ read }: Told) => read)]).toEqual([1, [false, true, true]]);
  });

  test('is private: reading does not mark the notices of another player', async () => {
    const [one, other] = [await newPlayer(service), await newPlayer(service)];
    await givePasskey(one.client);
    await givePasskey(other.client);
    const { id } = (await toldTo(other.client))[0]!;
    await one.client.post('/v1/notices/read', { upTo: id + 1000 });
    expect((await other.client.get('/v1/notices')).body.unread).toBe(1);
    expect((await toldTo(one.client))[0]!.id).not.toBe(id);
  });

  test.each([[{ upTo: 0 }], [{ upTo: '3' }], [{}], [{ upTo: 1.5 }]])('refuses to mark %j', async (body) => {
    const { client } = await newPlayer(service);
    expect((await client.post('/v1/notices/read', body)).status).toBe(400);
  });

  test('needs a session and refuses an invalid cursor', async () => {
    expect((await service.client().get('/v1/notices')).status).toBe(401);
    const { client } = await newPlayer(service);
    expect((await client.get('/v1/notices?cursor=x')).status).toBe(400);
  });
});

test('notices are exported, and erased with the identity', async () => {
  const { client, pid } = await newPlayer(service);
  await registerSoftPasskey(client);
  const exported = (await client.get('/v1/identity/export')).body.notices;
  expect(exported).toMatchObject({
    notices: [{ type: 'passkey.added' }],
    devices: [{ firstSeenAt: expect.any(String) }],
    freeze: null,
  });
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    pid.replace('@pid', ''),
  ]);
  const { eraseIdentity } = await import('../identity/index.ts');
  await eraseIdentity(service, { pid, actor: 'cli', origin: null });
  for (const table of ['notices', 'known_devices', 'not_me_tokens', 'freezes'])
    expect(
      (await service.db.query(`select from ${table} where identity_id = $1`, [rows[0]!.id])).rowCount,
      table,
    ).toBe(0);
});
