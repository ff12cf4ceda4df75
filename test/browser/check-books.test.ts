import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { identityOf } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { asSuperuser } from '../../packages/server/test/test-database.ts';
import { journeys } from './support/journey.ts';

const phone = { viewport: { width: 360, height: 740 } };

journeys('books that anyone can check', { PID_CHAIN: 'off' }, (world) => {
  test('a player checks a receipt on the device, saves the proof, and sees a change of the ledger', async () => {
    const { service } = world;
    const device = await world.device(phone);
    const { client } = await world.player(device, 'checker');
    const { page } = device;
    await fund(service.db, await identityOf(service, 'checker'), 100_000n, service.clock);
    const { pid } = await newPlayer(service);
    const { id } = await client.call('sendMoney', { to: pid, amount: 20_000 });
    await service.service.runJob('append to the public log');
    await service.service.runJob('publish liabilities');
    await page.goto(`/receipts/${id}`);
    await page.getByRole('button', { name: 'Check this' }).click();
    await page.getByText('This is in the public books').waitFor();
    await page.getByText('are part of the published total').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the proof' }).click(),
    ]);
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
      name: 'checker@pid',
      posting: { id },
      liability: { balance: 79_900 },
    });
    const db = asSuperuser(service);
    await db.query("set session_replication_role = 'replica'");
    await db.query('update ledger_entries set amount = amount - 1 where posting_id = $1', [id]);
    await page.getByRole('button', { name: 'Check this' }).click();
    await page.getByText('This does not agree with the public books').waitFor();
    await page.getByText('Amount or balance differ from the entry in the log.').waitFor();
  });

  test('everyone reads what is owed, in Indonesian, and the device verifies the log', async () => {
    const { page } = await world.device({ ...phone, locale: 'id-ID' });
    await page.goto('/transparency');
    await page.getByRole('heading', { name: 'Utang kepada pemain dan aplikasi' }).waitFor();
    await page.getByText('Tanda tangannya benar').waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth),
    ).toBe(false);
  });
});
