import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { approve, openPayer } from '../../packages/server/src/allowances/testing/allowance-fixture.ts';
import { openShop } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { emptyDatabase, poolOn } from '../../packages/server/test/new-database.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { repository } from '../examples/copy-out.ts';
import { fileOf, readGuide } from './read-guide.ts';
import { arrive, commandsOf } from './stranger.ts';

const service = await startTestService();
const { steps, blocks } = readGuide('36-allowances.md', service.baseUrl);
const owned = await openShop(service, { origins: [] });
const stranger = await arrive();
const [install, start] = commandsOf(blocks);
const patience = { interval: 100, timeout: 30_000 };

await stranger.install(install!, 'pg');
for (const name of ['pass.mjs', 'pass-shop.mjs'])
  await writeFile(path.join(stranger.folder, name), fileOf(blocks, name));

test.each(['pass.mjs', 'pass-shop.mjs'])('the guide shows %s of examples/shop', async (name) => {
  const guide = readGuide('36-allowances.md', 'https://pid.example');
  expect(fileOf(guide.blocks, name)).toBe(
    await readFile(path.join(repository, 'examples/shop', name), 'utf8'),
  );
});

test('sells a pass, charges each month once and survives, in five steps with the commands of the guide', async () => {
  expect(steps).toHaveLength(5);
  const { ownerUrl } = await emptyDatabase();
  const db = poolOn(ownerUrl, 1);
  onTestFinished(() => db.end());
  const environment = {
    CLIENT_ID: owned.clientId,
    CLIENT_SECRET: owned.clientSecret,
    DATABASE_URL: ownerUrl,
    PORT: String(await freePort()),
  };
  let { child, line: shop } = await stranger.begin(start!, environment);
  const payer = await openPayer(service, { ...owned, redirectUri: `${shop}/signed-in` });

  // The link of the page leads to PID's consent, which returns to the shop with a code.
  const welcome = await fetch(shop);
  const cookie = welcome.headers.get('set-cookie')!.split(';')[0]!;
  const link = /href="([^"]+)"/.exec(await welcome.text())![1]!.replaceAll('&amp;', '&');
  const asked = Object.fromEntries(new URL(link).searchParams) as { state: string; redirect_uri: string };
  const decided = await payer.client.call('decideLogin', {
    client_id: owned.clientId,
    redirect_uri: asked.redirect_uri,
    state: asked.state,
    response_mode: 'query',
    decision: 'allow',
  });
  await fetch(decided.redirectTo, { redirect: 'manual' });
  const read = async () =>
    [...(await (await fetch(shop, { headers: { cookie } })).text()).matchAll(/Pass: ([\w ,]+)/g)].map(
      ([, state]) => state,
    );
  const press = async (what: string) =>
    (await fetch(`${shop}/${what}`, { method: 'POST', redirect: 'manual', headers: { cookie } })).headers.get(
      'location',
    )!;
  const buy = async () => (await press('buy')).split('/').at(-1)!;

  const id = await buy();
  expect(await read()).toEqual(['not paid']);
  expect((await approve(payer, id, 25_100)).status).toBe(200);
  await expect.poll(read, patience).toEqual(['paid']);
  expect((await payer.balance()).balance).toBe(974_900);

  // The shop is killed after PID has charged, and before it knows. It charges nothing again.
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await db.query('update passes set paid_until = null, try_at = now()');
  ({ child, line: shop } = await stranger.begin(start!, environment));
  const paidUntil = async () =>
    (await db.query('select paid_until from passes')).rows[0].paid_until as Date | null;
  await expect
    .poll(async () => (await paidUntil())?.toISOString(), patience)
    .toBe((await payer.client.call('getAllowance', { id })).periodEnds);
  expect((await payer.balance()).balance).toBe(974_900);

  // The next month: what was paid is over, and the counter of the allowance begins again.
  await service.db.query(
    `update allowances set period_start = period_start - 40, charged_at = charged_at - interval '40 days' where id = $1`,
    [id],
  );
  await service.db.query(`update payments set reference = reference || ' earlier' where allowance_id = $1`, [
    id,
  ]);
  await db.query(`update passes set paid_until = now() - interval '1 day', try_at = now()`);
  await expect.poll(async () => (await payer.balance()).balance, patience).toBe(949_800);
  await expect.poll(async () => ((await paidUntil()) ?? new Date(0)) > new Date(), patience).toBe(true);

  // The player ends it in PID. The new process has no sessions yet, so the database tells.
  await payer.client.call('endAllowance', { id });
  const isOver = async () => (await db.query('select over from passes')).rows[0].over as boolean;
  await expect.poll(isOver, patience).toBe(true);
  expect(child.exitCode).toBeNull();
});
