import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { richPlayer } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { emptyDatabase, poolOn } from '../../packages/server/test/new-database.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { repository } from '../examples/copy-out.ts';
import { fileOf, readGuide } from './read-guide.ts';
import { arrive, commandsOf } from './stranger.ts';

const service = await startTestService();
const { steps, blocks } = readGuide('35-payments.md', service.baseUrl);
const { client: owner } = await newPlayer(service);
const { clientId, clientSecret } = await newApp(owner, { origins: [] });
const credentials = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
const stranger = await arrive();
const [install, start] = commandsOf(blocks);
const statusOf = async (id: string) => (await owner.call('getPayment', { client_id: clientId, id })).status;
const patience = { interval: 100 };

await stranger.install(install!, 'pg');
for (const name of ['sell.mjs', 'shop.mjs', 'ask.mjs'])
  await writeFile(path.join(stranger.folder, name), fileOf(blocks, name));

test.each(['sell.mjs', 'shop.mjs'])('the guide shows %s of examples/shop', async (name) => {
  const guide = readGuide('35-payments.md', 'https://pid.example');
  expect(fileOf(guide.blocks, name)).toBe(
    await readFile(path.join(repository, 'examples/shop', name), 'utf8'),
  );
});

test('sells, refunds and survives, in five steps with the commands of the guide', async () => {
  expect(steps).toHaveLength(5);
  const { ownerUrl } = await emptyDatabase();
  const db = poolOn(ownerUrl, 1);
  onTestFinished(() => db.end());
  const environment = { ...credentials, DATABASE_URL: ownerUrl, PORT: String(await freePort()) };
  const begin = () => stranger.begin(start!, environment);
  let { child, line: shop } = await begin();
  const kill = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const press = async (what: string) =>
    (await fetch(`${shop}/${what}`, { method: 'POST', redirect: 'manual' })).headers.get('location')!;
  const ask = async () => (await press('buy')).split('/').at(-1)!;
  const swords = async () =>
    [...(await (await fetch(shop)).text()).matchAll(/Golden sword: (\w+)/g)]
      .map(([, state]) => state)
      .toSorted();
  const player = await richPlayer(service, 100_000n);
  const confirm = async (id: string) => {
    const { total } = await player.client.call('getOwnPayment', { id });
    expect((await player.confirm(id, total)).status).toBe(200);
  };

  // The button leads to PID's page, where the player confirms.
  const sold = await press('buy');
  expect(new URL(sold).pathname).toMatch(/^\/pay\/[0-9a-f-]{36}$/);
  const first = sold.split('/').at(-1)!;
  await confirm(first);
  await expect.poll(swords, patience).toEqual(['given']);
  expect(await statusOf(first)).toBe('paid');
  expect(await press('refund')).toBe('/');
  await expect.poll(swords, patience).toEqual(['ended']);
  expect(await player.balance()).toMatchObject({ balance: 100_000, held: 0 });

  // While the shop is down, the studio voids one payment, and the player declines one and pays another.
  const [voided, declined, paid] = [await ask(), await ask(), await ask()];
  await kill();
  for (const id of [voided, paid]) await confirm(id);
  await owner.call('voidPayment', { client_id: clientId, id: voided });
  await player.client.call('declinePayment', { id: declined });
  ({ child, line: shop } = await begin());
  await expect.poll(swords, patience).toEqual(['ended', 'ended', 'ended', 'given']);
  expect(await statusOf(paid)).toBe('paid');
  expect((await player.balance()).held).toBe(0);

  // The shop's connections to its database are lost. Only a superuser may end autovacuum, which can run at any moment.
  await db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
  );
  await expect.poll(async () => (await fetch(shop)).status, patience).toBe(200);
  const last = await ask();
  await confirm(last);
  await expect.poll(swords, patience).toEqual(['ended', 'ended', 'ended', 'given', 'given']);
  expect(child.exitCode).toBeNull();
});

test('creates a payment without the SDK', async () => {
  const names = Object.entries(credentials).map(([name, value]) => `${name}=${value}`);
  const printed = await stranger.shell(`${names.join(' ')} node ask.mjs`);
  expect(printed).toMatch(new RegExp(`^${service.baseUrl}/pay/[0-9a-f-]{36}\n$`));
});
