import { describe, expect, test } from 'vitest';
import { bearerFor, bearing, machineTokenOf, newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { duringDeletion } from '../../test/during-deletion.ts';
import { startTestService } from '../../test/test-service.ts';
import { eraseIdentity } from '../identity/index.ts';
import { appExists, appName, appOwner, appReturnAddress, setVerified, termsFor } from './index.ts';

const service = await startTestService();
const notFound = { statusCode: 404, message: 'No such app' };

async function identityIdOf(handle: string): Promise<string> {
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    handle,
  ]);
  return rows[0]!.id;
}

describe('an app', () => {
  test('is registered with a secret that is shown once and stored as a hash', async () => {
    const { client } = await newPlayer(service);
    const answer = await client.post('/v1/apps', {
      name: '  Star   Game ',
      origins: ['https://B.example:443/', 'https://a.example', 'https://a.example/'],
      feeBps: 250,
      feeFlat: 500,
    });
    expect(answer.status).toBe(201);
    const { client_secret: secret, ...shown } = answer.body;
    expect(shown).toEqual({
      client_id: expect.stringMatching(/^app_[0-9a-f]{24}$/),
      name: 'Star Game',
      logoUrl: null,
      cover: null,
      texts: {},
      playUrl: null,
      rating: null,
      ratingConfirmed: false,
      contact: null,
      origins: ['https://a.example', 'https://b.example'],
      redirectUris: [],
      previousSecretUntil: null,
      requireSecret: false,
      deviceFlow: false,
      scopes: ['read', 'payments'],
      feeBps: 250,
      feeFlat: 500,
      verified: false,
      status: 'active',
      createdAt: expect.any(String),
      role: 'owner',
    });
    expect(secret).toMatch(/^pid_secret_[A-Za-z0-9_-]{43}$/);
    expect((await client.get(`/v1/apps/${shown.client_id}`)).body).toEqual(shown);
    expect((await client.get('/v1/apps')).body).toEqual({ items: [shown], nextCursor: null });
    const { rows } = await service.db.query<{ dump: string }>('select apps::text as dump from apps');
    expect(rows.some((row) => row.dump.includes(secret))).toBe(false);
  });

  test('changes only the given fields', async () => {
    const { client } = await newPlayer(service);
    const app = await newApp(client, { logoUrl: 'https://game.example/a.png', feeFlat: 7 });
    const path = `/v1/apps/${app.clientId}`;
    expect((await client.patch(path, { feeBps: 1000 })).body).toMatchObject({
      name: 'Star Game',
      logoUrl: 'https://game.example/a.png',
      feeBps: 1000,
      feeFlat: 7,
    });
    expect((await client.patch(path, { logoUrl: null, origins: [] })).body).toMatchObject({
      logoUrl: null,
      origins: [],
      feeBps: 1000,
    });
    expect((await client.patch(path, {})).status).toBe(200);
  });

  test('loses its bearers, machine tokens and grants when it is deleted', async () => {
    const owner = await newPlayer(service);
    const player = await newPlayer(service);
    const app = await newApp(owner.client);
    const bearer = await bearerFor(player.client, app);
    const machine = await machineTokenOf(owner.client, app);
    expect((await owner.client.delete(`/v1/apps/${app.clientId}`)).body).toEqual({ ok: true });
    service.clock.advanceSeconds(1);
    for (const token of [bearer, machine])
      expect((await service.client().get('/v1/identity/me', bearing(token))).status).toBe(401);
    await expect(machineTokenOf(owner.client, app)).rejects.toThrow('Unauthorized');
    expect((await player.client.get('/v1/connected-apps')).body.items).toEqual([]);
    expect((await owner.client.get(`/v1/apps/${app.clientId}`)).body).toEqual(notFound);
    expect((await owner.client.get('/v1/apps')).body.items).toEqual([]);
  });

  test('is listed page by page', async () => {
    const { client } = await newPlayer(service);
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.unshift((await newApp(client)).clientId);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await client.get(`/v1/apps?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.body.items.map((item: { client_id: string }) => item.client_id));
      cursor = page.body.nextCursor;
    }
    expect(seen).toHaveLength(5);
    expect(seen.toSorted()).toEqual(made.toSorted());
    expect((await client.get('/v1/apps?cursor=nonsense')).status).toBe(400);
    expect(
      (await client.get(`/v1/apps?cursor=${Buffer.from('["\\u0000"]').toString('base64url')}`)).status,
    ).toBe(400);
  });

  test('cannot be registered more than 50 times by one identity, even concurrently', async () => {
    const { client } = await newPlayer(service);
    const register = () => client.post('/v1/apps', { name: 'Many', origins: [] });
    for (let count = 0; count < 44; count += 1) expect((await register()).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 9 }, register));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(6);
    expect(answers.find((answer) => answer.status !== 201)!.body).toEqual({
      statusCode: 400,
      message: 'At most 50 apps for one identity: delete one first',
    });
  });
});

test.each([
  [{}, ['name is required', 'origins is required']],
  [{ name: '', origins: [] }, ['name must not be empty']],
  [{ name: 'x'.repeat(61), origins: [] }, ['name must be 1-60 visible characters']],
  [{ name: 'Ev\u202eil', origins: [] }, ['name must be 1-60 visible characters']],
  [{ name: 'Bell\u0007', origins: [] }, ['name must be 1-60 visible characters']],
  [{ name: 'Zero\u200bwidth', origins: [] }, ['name must be 1-60 visible characters']],
  [{ name: 'Two\nlines', origins: [] }, ['name must be 1-60 visible characters']],
  [{ name: ' \u00a0 ', origins: [] }, ['name must be 1-60 visible characters']],
  [
    { name: 'A', origins: ['https://a.example', 'http://a.example', 'https://*.a.example'] },
    [
      expect.stringMatching(/^origins\[1\] must be an https origin/),
      expect.stringMatching(/^origins\[2\] must be/),
    ],
  ],
  [
    { name: 'A', origins: Array.from({ length: 21 }, (_, index) => `https://a${index}.example`) },
    ['origins must have at most 20 entries'],
  ],
  [{ name: 'A', origins: 'https://a.example' }, ['origins must be an array']],
  [{ name: 'A', origins: [], feeBps: 1001 }, ['feeBps must be at most 1000']],
  [{ name: 'A', origins: [], feeBps: 1.5 }, ['feeBps must be an integer']],
  [{ name: 'A', origins: [], feeFlat: -1 }, ['feeFlat must be at least 0']],
  [{ name: 'A', origins: [], feeFlat: 1_000_001 }, ['feeFlat must be at most 1000000']],
  [
    { name: 'A', origins: [], logoUrl: 'http://a.example/x.png' },
    ['logoUrl must be an https address of at most 500 characters'],
  ],
  [
    { name: 'A', origins: [], logoUrl: 'https://a.example/\u0001' },
    ['logoUrl must be an https address of at most 500 characters'],
  ],
  [{ name: 'A', origins: [], verified: true }, ['verified is not a known field']],
])('registration and change refuse %j', async (body, message) => {
  const { client } = await newPlayer(service);
  expect((await client.post('/v1/apps', body)).body).toEqual({ statusCode: 400, message });
  if (!('name' in body)) return;
  const app = await newApp(client);
  expect((await client.patch(`/v1/apps/${app.clientId}`, body)).body).toEqual({ statusCode: 400, message });
});

test('an app of another owner is 404 for every method, with a cookie and with a machine token', async () => {
  const owner = await newPlayer(service);
  const stranger = await newPlayer(service);
  const app = await newApp(owner.client);
  const otherApp = await newApp(stranger.client);
  const machine = bearing(await machineTokenOf(service.client(), otherApp));
  const path = `/v1/apps/${app.clientId}`;
  for (const [client, headers] of [
    [stranger.client, {}],
    [service.client(), machine],
  ] as const) {
    for (const target of [path, '/v1/apps/app_000000000000000000000000', '/v1/apps/nonsense']) {
      expect((await client.get(target, headers)).body).toEqual(notFound);
      expect((await client.patch(target, { name: 'Mine now' }, headers)).body).toEqual(notFound);
      expect((await client.delete(target, undefined, headers)).body).toEqual(notFound);
      expect((await client.post(`${target}/secret`, undefined, headers)).body).toEqual(notFound);
    }
  }
  const own = bearing(await machineTokenOf(service.client(), app));
  expect((await service.client().delete(path, undefined, own)).body).toEqual({
    statusCode: 403,
    message: 'Read-only token',
  });
  expect((await service.client().get(path)).status).toBe(401);
  expect((await owner.client.get(path)).body.name).toBe('Star Game');
});

test('an administrator gives the badge; a change that extends the app removes it, a reduction does not', async () => {
  const { client } = await newPlayer(service);
  const app = await newApp(client);
  const path = `/v1/apps/${app.clientId}`;
  const verify = () => service.db.transaction((tx) => setVerified(tx, app.clientId, true));
  expect(await verify()).toBe(true);
  await client.patch(path, { origins: ['https://a.example', 'https://b.example'], feeBps: 5, feeFlat: 5 });
  await verify();
  const keeps = async (change: object) => (await client.patch(path, change)).body.verified;
  expect(await keeps({ origins: ['https://a.example'], feeBps: 4, feeFlat: 0, name: 'Star Game' })).toBe(
    true,
  );
  for (const change of [
    { name: 'Another Game' },
    { logoUrl: 'https://a.example/logo.png' },
    { origins: ['https://a.example', 'https://evil.example'] },
    { feeBps: 5 },
    { feeFlat: 1 },
    { redirectUris: ['https://a.example/cb', 'https://a.example/other'] },
    { redirectUris: ['example.a:/cb'] },
  ]) {
    expect([change, await keeps(change)]).toEqual([change, false]);
    await verify();
  }
  expect(await keeps({ redirectUris: ['example.a:/cb'], requireSecret: false })).toBe(true);
  // Without exact addresses, every address on the origins is accepted again.
  expect(await keeps({ redirectUris: [] })).toBe(false);
  expect(await service.db.transaction((tx) => setVerified(tx, 'app_000000000000000000000000', true))).toBe(
    false,
  );
});

test('other slices can read the terms of an app and whether the player has connected it', async () => {
  const owner = await newPlayer(service);
  const player = await newPlayer(service);
  const app = await newApp(owner.client, { feeBps: 100, feeFlat: 50 });
  const [ownerId, playerId] = [await identityIdOf(owner.handle), await identityIdOf(player.handle)];
  const terms = {
    clientId: app.clientId,
    ownerIdentityId: ownerId,
    feeBps: 100,
    feeFlat: 50,
    verified: false,
  };
  expect(await termsFor(service.db, app.clientId, playerId)).toMatchObject({ ...terms, connected: false });
  await bearerFor(player.client, app);
  expect(await termsFor(service.db, app.clientId, playerId)).toMatchObject({ ...terms, connected: true });
  expect(await termsFor(service.db, app.clientId, ownerId)).toMatchObject({ ...terms, connected: false });
  await player.client.delete(`/v1/connected-apps/${app.clientId}`);
  expect(await termsFor(service.db, app.clientId, playerId)).toMatchObject({ ...terms, connected: false });
  expect(await appName(service.db, app.clientId)).toBe('Star Game');
  expect(await appOwner(service.db, app.clientId)).toBe(ownerId);
  expect((await appReturnAddress(service.db, app.clientId, app.redirectUri))?.origin).toBe(
    'https://game.example',
  );
  expect(await appReturnAddress(service.db, app.clientId, 'https://evil.example/')).toBeNull();
  await owner.client.delete(`/v1/apps/${app.clientId}`);
  expect(await termsFor(service.db, app.clientId, playerId)).toBeNull();
  expect(await appExists(service.db, app.clientId)).toBe(false);
});

test('deleting an identity ends its consents and disables its apps', async () => {
  const owner = await newPlayer(service);
  const player = await newPlayer(service);
  const app = await newApp(owner.client);
  const elsewhere = await newApp(player.client);
  const playersBearer = await bearerFor(player.client, app);
  const ownersBearer = await bearerFor(owner.client, elsewhere);
  await eraseIdentity(service, { pid: owner.pid, actor: 'cli', origin: null });
  service.clock.advanceSeconds(1);
  const anonymous = service.client();
  for (const token of [playersBearer, ownersBearer])
    expect((await anonymous.get('/v1/identity/me', bearing(token))).status).toBe(401);
  expect(await appExists(service.db, app.clientId)).toBe(false);
  expect((await player.client.get('/v1/connected-apps')).body.items).toEqual([]);
  expect(
    (
      await anonymous.get(
        `/v1/auth/authorize?${new URLSearchParams({ client_id: app.clientId, redirect_uri: app.redirectUri }).toString()}`,
      )
    ).status,
  ).toBe(400);
});

test('an app that is registered during the deletion of its owner is not stored', async () => {
  const { client, handle } = await newPlayer(service);
  const input = { name: 'Late Game', origins: ['https://late.example'] };
  const answer = await duringDeletion(service, handle, () => client.post('/v1/apps', input));
  expect(answer.status).toBe(401);
  expect((await service.db.query("select from apps where name = 'Late Game'")).rowCount).toBe(0);
});
