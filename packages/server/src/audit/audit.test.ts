import { expect, test } from 'vitest';
import { fund } from '../ledger/testing/ledger-fixture.ts';
import { richPlayer } from '../payments/testing/payment-fixture.ts';
import { allowApp, exchange, newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();

test('a player reads only their own activity', async () => {
  const [budi, citra] = [await newPlayer(service), await newPlayer(service)];
  await newApp(citra.client);
  const { rows } = await service.db.query<{ id: string }>(
    `select id::text from audit_events where identity_id = (select id from identities where handle = $1)`,
    [budi.handle],
  );
  const { items } = await budi.client.call('listActivity', {});
  expect(items.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  expect(items.length).toBeGreaterThan(0);
});

test('pages through all activity', async () => {
  const budi = await newPlayer(service);
  for (let count = 0; count < 3; count += 1) await newApp(budi.client);
  const whole = await budi.client.call('listActivity', {});
  expect(whole.items.length).toBeGreaterThan(2);
  const seen: typeof whole.items = [];
  let cursor: string | undefined;
  do {
    const page = await budi.client.call('listActivity', { limit: 1, ...(cursor ? { cursor } : {}) });
    seen.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && seen.length <= whole.items.length);
  expect(seen).toEqual(whole.items);
});

test('the export contains all activity', async () => {
  const budi = await newPlayer(service);
  const { rows } = await service.db.query<{ id: string }>(
    `insert into audit_events (at, identity_id, actor, action, details)
     select now(), i.id, 'service', 'test.happened', '{}' from identities i, generate_series(1, 10001) where i.handle = $1 returning id::text`,
    [budi.handle],
  );
  const { activity } = (await budi.client.get('/v1/identity/export')).body;
  const exported = (activity as { id: string; action: string }[]).filter(
    ({ action }) => action === 'test.happened',
  );
  expect(exported.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
});

test('finds an outgoing transfer behind many incoming ones, even with a small limit', async () => {
  const [budi, citra] = [await richPlayer(service, 100_000n), await newPlayer(service)];
  const sent = await budi.client.post('/v1/fiat/sends', { to: citra.pid, amount: 1000 });
  expect(sent.status).toBe(201);
  for (let count = 0; count < 12; count += 1) await fund(service.db, budi.identityId, 10n);
  const { items, nextCursor } = await budi.client.call('listActivity', { limit: 1 });
  expect(items.map(({ action }) => action)).toEqual(['money.sent']);
  expect(nextCursor).not.toBeNull();
});

test('names the apps of events, also a deleted one, and never shows only a client_id', async () => {
  const [budi, citra] = [await newPlayer(service), await newPlayer(service)];
  const app = await newApp(citra.client, { name: 'Star Paddle' });
  const code = await allowApp(budi.client, app);
  expect((await exchange(service.client(), app, code)).status).toBe(200);
  // The second use of a code is recorded in the player's activity, with the app as its actor.
  expect((await exchange(service.client(), app, code)).status).toBe(400);
  // It ended the connection, so the player connects again.
  await allowApp(budi.client, app);
  await budi.client.call('disconnectApp', { client_id: app.clientId });
  await citra.client.call('deleteApp', { client_id: app.clientId });
  const mine = (await budi.client.call('listActivity', {})).items;
  const named = (action: string) => mine.find((event) => event.action === action)?.details;
  expect(named('app.allowed')).toMatchObject({ app: 'Star Paddle' });
  expect(named('app.disconnected')).toMatchObject({ app: 'Star Paddle' });
  expect(named('login_code.reused')).toMatchObject({ by: 'Star Paddle' });
  const hers = (await citra.client.call('listActivity', {})).items;
  const about = hers.filter(({ target }) => target === app.clientId);
  expect(about.map(({ action }) => action)).toEqual(['app.deleted', 'app.registered']);
  expect(about.every(({ details }) => details['app'] === 'Star Paddle')).toBe(true);
});
