import { expect, test } from 'vitest';
import { allowApp, newApp, type TestApp } from '../../../test/app-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { signInAdministrator } from '../../../test/step-up-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { markAppDeleted } from '../apps.store.ts';
import { coverImage } from './testing/cover-fixture.ts';

const service = await startTestService({ PID_ADMINS: 'chief@pid' });
const { admin } = await signInAdministrator(service, 'chief');
const { client: owner } = await newPlayer(service);

const playUrl = 'https://game.example/play';
const texts = { en: { name: 'Star Game', text: 'Fly to the stars.' }, id: { text: 'Terbang ke bintang.' } };
const newGame = (fields: object = {}) => newApp(owner, { playUrl, texts, ...fields });
const change = (clientId: string, fields: object) => owner.patch(`/v1/apps/${clientId}`, fields);
const verify = (clientId: string) =>
  service.db.query('update apps set verified = true where client_id = $1', [clientId]);
const listed = async (): Promise<string[]> =>
  (await service.client().get('/v1/games?limit=100')).body.items.map(
    ({ client_id }: { client_id: string }) => client_id,
  );
const isVerified = async (clientId: string) => (await owner.get(`/v1/apps/${clientId}`)).body.verified;

test('lists a verified game with its address, texts and cover for everyone, for a minute', async () => {
  const { clientId } = await newGame();
  const { body: app } = await owner.put(`/v1/apps/${clientId}/cover`, { image: coverImage() });
  expect(await listed()).not.toContain(clientId);
  await verify(clientId);
  const { body, headers } = await service.client().get('/v1/games');
  expect(headers.get('cache-control')).toBe('public, max-age=60');
  expect(body.items[0]).toEqual({
    client_id: clientId,
    name: 'Star Game',
    logoUrl: null,
    verified: true,
    cover: app.cover,
    texts,
    playUrl,
    rating: null,
  });
});

test('leaves out apps without an address, paused apps and deleted apps', async () => {
  const [plain, paused, kept] = [await newGame({ playUrl: null }), await newGame(), await newGame()];
  for (const { clientId } of [plain, paused, kept]) await verify(clientId);
  await service.db.query('update apps set paused_at = now() where client_id = $1', [paused.clientId]);
  const before = await listed();
  expect(before).toContain(kept.clientId);
  expect(before).not.toContain(plain.clientId);
  expect(before).not.toContain(paused.clientId);
  await service.db.query('update apps set deleted_at = now() where client_id = $1', [kept.clientId]);
  expect(await listed()).not.toContain(kept.clientId);
});

test('pages through the games, newest first', async () => {
  const made = [await newGame(), await newGame(), await newGame()];
  for (const { clientId } of made) await verify(clientId);
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await service.client().get(`/v1/games?limit=2${cursor}`);
    seen.push(...body.items.map(({ client_id }: { client_id: string }) => client_id));
    if (body.nextCursor === null) break;
    cursor = `&cursor=${body.nextCursor}`;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(await listed());
  expect(seen).toEqual(expect.arrayContaining(made.map(({ clientId }) => clientId)));
});

test.each([
  ['an unlisted origin', 'https://other.example/play'],
  ['plain http', 'http://game.example/play'],
  ['loopback', 'http://localhost:3000/'],
  ['a private scheme', 'example.game:/play'],
  ['a user in the address', 'https://game.example@evil.example/'],
  ['an answer of a login', 'https://game.example/?code=1'],
  ['a script', 'javascript:alert(1)'],
])('refuses %s as playUrl', async (_what, address) => {
  const { clientId } = await newApp(owner);
  expect((await change(clientId, { playUrl: address })).status).toBe(400);
});

test('an origin cannot be removed while the game starts on it', async () => {
  const { clientId } = await newGame();
  const moved = await change(clientId, { origins: ['https://other.example'], playUrl: undefined });
  expect([moved.status, moved.body.message]).toEqual([
    400,
    ['playUrl must be an address on a listed origin, as browsers write it'],
  ]);
});

test.each([
  ['an invisible character', { en: { text: 'Fly\u200b' } }],
  ['a text that turns the line', { en: { text: 'Fly \u202e away' } }],
  ['two lines', { en: { text: 'Fly\naway' } }],
  ['a long text', { en: { text: 'x'.repeat(141) } }],
  ['a badge in a name', { id: { name: 'Star Game ✓' } }],
  ['a language that no page has', { xx: { text: 'Fly' } }],
])('refuses %s in texts', async (_what, wrong) => {
  const { clientId } = await newApp(owner);
  expect((await change(clientId, { texts: wrong })).status).toBe(400);
});

test('a new address or text removes the badge; the same values and no address do not', async () => {
  const { clientId } = await newGame();
  const changes: [object, boolean][] = [
    [{ playUrl, texts }, true],
    [{ playUrl: 'https://game.example/other' }, false],
    [{ texts: { ...texts, id: { text: 'Terbang jauh.' } } }, false],
    [{ texts: {} }, false],
    [{ playUrl: null }, true],
  ];
  for (const [fields, stays] of changes) {
    await verify(clientId);
    await change(clientId, fields);
    expect([fields, await isVerified(clientId)]).toEqual([fields, stays]);
  }
});

test('an administrator reviews cover, address and texts, and approves only what was shown', async () => {
  const { clientId } = await newApp(owner, { texts, playUrl });
  await owner.post(`/v1/apps/${clientId}/verification`, { about: 'We are Studio Kelinci of Bandung.' });
  const waiting = async () =>
    (await admin.get('/v1/admin/verifications')).body.items.find(
      ({ client_id }: { client_id: string }) => client_id === clientId,
    );
  const approve = (version: string) => admin.post(`/v1/admin/verifications/${clientId}/approve`, { version });
  let shown = await waiting();
  expect(shown).toMatchObject({ playUrl, texts, cover: null });
  for (const act of [
    () => owner.put(`/v1/apps/${clientId}/cover`, { image: coverImage() }),
    () => change(clientId, { playUrl: 'https://game.example/other' }),
    () => change(clientId, { texts: { en: { text: 'Something else.' } } }),
  ]) {
    await act();
    expect((await approve(shown.version)).headers.get('pid-error')).toBe('app_changed');
    shown = await waiting();
  }
  expect((await approve(shown.version)).status).toBe(200);
});

const play = async (client: Parameters<typeof allowApp>[0], app: TestApp) => {
  service.clock.advanceSeconds(60);
  await allowApp(client, app);
};

test('lists connected games and favourites of the player, last played first', async () => {
  const [older, newer, favourite, hidden] = [
    await newGame(),
    await newGame(),
    await newGame(),
    await newGame(),
  ];
  await verify(newer.clientId);
  await verify(favourite.clientId);
  const { client } = await newPlayer(service);
  await play(client, older);
  await play(client, newer);
  expect((await client.put(`/v1/games/${favourite.clientId}/favourite`, {})).status).toBe(200);
  // For this player an unverified app without a connection does not exist.
  expect((await client.put(`/v1/games/${hidden.clientId}/favourite`, {})).status).toBe(404);
  expect((await client.get(`/v1/games/${hidden.clientId}`)).status).toBe(404);
  const { items } = (await client.get('/v1/games/own')).body;
  expect(items.map(({ client_id }: { client_id: string }) => client_id)).toEqual([
    newer.clientId,
    older.clientId,
    favourite.clientId,
  ]);
  expect(items[0]).toMatchObject({ favourite: false, playUrl, texts, status: 'active' });
  // Nobody has reviewed the other one.
  expect(items[1]).toMatchObject({ verified: false, playUrl: null, texts: {}, cover: null });
  expect(items[2]).toMatchObject({ favourite: true, connectedAt: null, lastPlayedAt: null });
  expect((await client.get(`/v1/games/${favourite.clientId}`)).body).toEqual(items[2]);
  const first = (await client.get('/v1/games/own?limit=2')).body;
  const second = (await client.get(`/v1/games/own?limit=2&cursor=${first.nextCursor}`)).body;
  expect([...first.items, ...second.items]).toEqual(items);

  expect((await client.delete(`/v1/games/${favourite.clientId}/favourite`)).status).toBe(200);
  expect((await client.delete(`/v1/games/${favourite.clientId}/favourite`)).status).toBe(404);
  const { body: exported } = await client.get('/v1/identity/export');
  expect(exported.apps.favouriteGames).toEqual([]);
});

test('a player has at most 200 favourites, also with concurrent requests', async () => {
  const { client, handle } = await newPlayer(service);
  const games = [await newGame(), await newGame()];
  for (const { clientId } of games) await verify(clientId);
  await service.db.query(
    `with made as (
       insert into apps (client_id, owner_id, name, fee_bps, fee_flat, secret_hash, created_at, updated_at)
       select 'app_' || lpad(to_hex(n), 24, '0'), i.id, 'Filler', 0, 0, '\\x00', now(), now()
       from identities i, generate_series(1, 199) n where i.handle = $1 returning client_id, owner_id)
     insert into favourite_games select owner_id, client_id, now() from made`,
    [handle],
  );
  const answers = await Promise.all(
    games.map(({ clientId }) => client.put(`/v1/games/${clientId}/favourite`, {})),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const [marked] = games.filter((_game, index) => answers[index]!.status === 200);
  expect((await client.put(`/v1/games/${marked!.clientId}/favourite`, {})).status).toBe(200);
});

test('deleting the app deletes its favourites and its cover', async () => {
  const { clientId } = await newGame();
  await owner.put(`/v1/apps/${clientId}/cover`, { image: coverImage() });
  await verify(clientId);
  const { client } = await newPlayer(service);
  await client.put(`/v1/games/${clientId}/favourite`, {});
  await service.db.transaction((tx) => markAppDeleted(tx, clientId, new Date()));
  for (const table of ['favourite_games', 'app_covers'])
    expect((await service.db.query(`select from ${table} where client_id = $1`, [clientId])).rowCount).toBe(
      0,
    );
});
