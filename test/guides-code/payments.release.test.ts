import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { fileOf, readGuide } from './read-guide.ts';
import { arrive, commandsOf } from './stranger.ts';

const service = await startTestService();
const { steps, blocks } = readGuide('35-payments.md', service.baseUrl);
const { client: owner } = await newPlayer(service);
const { clientId, clientSecret } = await newApp(owner, { origins: [] });
const app = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, PORT: '0' };
const stranger = await arrive();
const [install, start] = commandsOf(blocks);
const payments = async () => (await owner.call('listPayments', { client_id: clientId })).items;

test('sells and refunds an item in five steps, with the commands of the guide', async () => {
  expect(steps).toHaveLength(5);
  await stranger.shell(install!);
  await writeFile(path.join(stranger.folder, 'shop.mjs'), fileOf(blocks, 'shop.mjs'));
  const { line: shop } = await stranger.begin(start!, app);
  const press = (what: string) => fetch(`${shop}/${what}`, { method: 'POST', redirect: 'manual' });
  const page = async () => (await fetch(shop)).text();

  // The button leads to PID's page, where a player with enough money confirms.
  const payUrl = (await press('buy')).headers.get('location')!;
  expect(new URL(payUrl).pathname).toMatch(/^\/pay\/[0-9a-f-]{36}$/);
  const { client: player } = await newPlayer(service);
  const topUp = await player.call('createTopUp', { amount: 20_000 });
  await player.post(`/checkout/${topUp.id}/pay`, new URLSearchParams({ outcome: 'paid' }));
  const id = payUrl.split('/').at(-1)!;
  const { total } = await player.call('getOwnPayment', { id });
  await player.call('confirmPayment', { id, expectedTotal: total });
  await expect.poll(page).toContain('Golden sword: given');
  await expect.poll(async () => (await payments())[0]!.status).toBe('paid');

  expect((await press('refund')).status).toBe(303);
  await expect.poll(page).toContain('Golden sword: taken back');
  expect((await player.call('getBalance')).balance).toBe(20_000);

  // A declined payment costs nothing, and the shop knows it.
  const other = (await press('buy')).headers.get('location')!.split('/').at(-1)!;
  await player.call('declinePayment', { id: other });
  await expect.poll(page).toContain('Golden sword: not paid');
});

const [curl, python] = [ensureTool('curl', { debian: 'curl' }), ensureTool('python3', { debian: 'python3' })];
const reason = skipReason({ curl, python });

test.skipIf(reason !== '')(
  `requests without the SDK give the same result in every language${reason}`,
  async () => {
    const before = (await payments()).length;
    const tab = (name: string) => blocks.find(({ marks }) => marks.get('tab') === name)!.code;
    const payUrl = new RegExp(`${service.baseUrl}/pay/[0-9a-f-]{36}`);
    await writeFile(path.join(stranger.folder, 'ask.mjs'), tab('JavaScript'));
    const names = `CLIENT_ID=${clientId} CLIENT_SECRET=${clientSecret}`;
    const [address] = payUrl.exec(await stranger.shell(`${names} node ask.mjs`))!;
    expect((await payments()).length).toBe(before + 1);
    // The same reference and body return the same payment.
    expect(await stranger.shell(`${names}\n${tab('curl')}`)).toContain(address);
    await writeFile(path.join(stranger.folder, 'ask.py'), tab('Python'));
    expect(await stranger.shell(`${names} python3 ask.py`)).toContain(address);
    expect((await payments()).length).toBe(before + 1);
  },
);
