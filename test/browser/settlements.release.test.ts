import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { letPass } from '../../packages/server/src/settlements/testing/settlement-fixture.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import type { Device } from './support/device.ts';
import { confirmWithPasskey, journeys, patience, shared } from './support/journey.ts';
import { releaseTest } from '../support/release-test.ts';

const settings = {
  PID_ADMINS: 'ratu@pid,raja@pid',
  PID_SETTLEMENTS: 'manual',
  PID_SETTLEMENT_FEE: '2500',
};
const phone = { viewport: { width: 360, height: 740 } };
const daySeconds = 86_400;

journeys('settlements', settings, (world) => {
  async function withPasskey(handle: string) {
    const device = await world.device({ ...phone, staysOpen: true });
    const { client } = await world.player(device, handle);
    await device.page.goto('/security');
    await device.page.getByRole('button', { name: 'Add a passkey' }).click();
    await device.page.getByText('This is your only passkey').waitFor();
    return { ...device, client };
  }

  /** An administrator needs a sign-in with a passkey, so sign in again with it. */
  async function signInToAdminister({ page }: Pick<Device, 'page'>): Promise<void> {
    await page.goto('/signin?returnTo=%2Fadmin&fresh=1');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('tab', { name: 'Identities' }).waitFor();
  }

  let owner: Awaited<ReturnType<typeof withPasskey>>;
  let ratu: Awaited<ReturnType<typeof withPasskey>>;
  let appPath: string;
  const cardOf = ({ page }: Pick<Device, 'page'>) =>
    page.getByRole('region', { name: 'Transfer to your bank' });

  test('the owner registers a bank account, and an administrator approves it', async () => {
    owner = await withPasskey('studio');
    const { page, client } = owner;
    const { body: app } = await client.post('/v1/apps', { name: 'Kelinci', origins: [] });
    const path = `/v1/apps/${app.client_id}`;
    const order = { reference: randomUUID(), amount: 300_000, description: 'Golden sword' };
    const { body: payment } = await client.post(`${path}/payments`, order);
    const payer = await newPlayer(world.service);
    const { body: topUp } = await payer.client.post('/v1/fiat/topups', { amount: 400_000 });
    await payer.client.post(`/checkout/${topUp.id}/pay`, new URLSearchParams({ outcome: 'paid' }));
    const total = (await payer.client.get(`/v1/payments/${payment.id}`)).body.total;
    const paid = await payer.client.post(`/v1/payments/${payment.id}/confirm`, { expectedTotal: total });
    expect(paid.status).toBe(200);

    // The owner registers the account.
    const card = cardOf(owner);
    const dialog = page.getByRole('dialog');
    appPath = `/apps/${app.client_id}`;
    await page.goto(appPath);
    await card.getByText('Only verified apps can transfer.').waitFor();
    await card.getByRole('button', { name: 'Add a bank account' }).click();
    await dialog.getByLabel('Bank', { exact: true }).selectOption('MANDIRI');
    await dialog.getByLabel('Account number').fill('12');
    await dialog.getByText('Enter 5 to 20 digits.').waitFor();
    await dialog.getByLabel('Account number').fill('137 000 1234 567');
    await dialog.getByLabel('Name of the account holder').fill('PT Studio Kelinci');
    await dialog.getByRole('button', { name: 'Save account' }).click();
    await confirmWithPasskey(page, 'Set the bank account MANDIRI 1370001234567 of PT Studio Kelinci');
    await card.getByText('PID is reviewing it').waitFor();
    await card.getByText('Mandiri ···4567').waitFor();

    // An administrator approves it.
    ratu = await withPasskey('ratu');
    await signInToAdminister(ratu);
    await world.service.db.query('update apps set verified = true where client_id = $1', [app.client_id]);
    await ratu.page.goto('/admin?tab=bankAccounts');
    await ratu.page.getByText('1370001234567').waitFor();
    await ratu.page.getByRole('button', { name: 'Approve: Kelinci' }).click();
    await ratu.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await confirmWithPasskey(ratu.page, 'Approve the bank account');
    await ratu.page.getByText('No bank account waits for a decision.').waitFor();

    await page.reload();
    await card.getByText('New accounts wait 24 hours').waitFor();
  });

  releaseTest(
    'the money goes to the bank: one administrator sends it, another sees it arrive, and the owner is told',
    async () => {
      const { page } = owner;
      const [card, dialog] = [cardOf(owner), page.getByRole('dialog')];
      await letPass(world.service, 2 * daySeconds);
      await page.reload();
      await card.getByText('Income becomes available after 7 days.').waitFor();
      await letPass(world.service, 6 * daySeconds);

      // The owner requests a transfer.
      await page.goto(appPath);
      await card.getByText('Rp300,000').first().waitFor();
      await card.getByRole('button', { name: 'Transfer' }).click();
      expect(await dialog.getByLabel('Amount').inputValue()).toBe('297,500');
      await dialog.getByLabel('Amount').fill('297501');
      await dialog.getByText('Enter an amount from Rp1 to Rp297,500.').waitFor();
      await dialog.getByLabel('Amount').fill('200000');
      await dialog.getByText('Rp202,500').waitFor();
      await dialog.getByRole('button', { name: 'Transfer' }).click();
      await confirmWithPasskey(page, 'Transfer Rp200,000 from the app');
      await page.getByText('Rp200,000 is on its way to your bank.').waitFor();
      await card.getByText('Requested').waitFor();
      await card.getByRole('button', { name: 'Cancel: Rp200,000' }).waitFor();
      await page.getByText('Transfer to the bank account').first().waitFor();

      // The administrator sends it, and cannot say that it arrived.
      await signInToAdminister(ratu);
      await ratu.page.goto('/admin?tab=settlements');
      const act = async (who: Pick<Device, 'page'>, verb: string, deed: string) => {
        await who.page.getByRole('button', { name: `${verb}: Kelinci, Rp200,000` }).click();
        const asked = who.page.getByRole('dialog');
        if (verb !== 'Mark as sent') await asked.getByLabel('Reference of the bank').fill('TRX 000123');
        await asked.getByRole('button', { name: verb }).click();
        await confirmWithPasskey(who.page, deed);
      };
      await act(ratu, 'Mark as sent', 'Mark the settlement');
      await ratu.page.getByText('No settlements here.').waitFor();
      await ratu.page.getByLabel('Show').selectOption('sent');
      await act(ratu, 'Paid', 'as paid');
      await ratu.page.getByText('Another administrator has to say what became of it.').waitFor();
      await ratu.page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();

      const raja = await withPasskey('raja');
      await signInToAdminister(raja);
      await raja.page.goto('/admin?tab=settlements');
      await raja.page.getByLabel('Show').selectOption('sent');
      await act(raja, 'Paid', 'as paid');
      await raja.page.getByText('No settlements here.').waitFor();
      await raja.page.getByLabel('Show').selectOption('paid');
      await raja.page.getByText('TRX 000123').waitFor();

      await page.reload();
      await expect.poll(() => card.locator('[data-settlement]').innerText(), patience).toContain('Arrived');
      await page.goto('/security?tab=activity');
      await page.getByText('has arrived at the bank').first().waitFor();
    },
  );
});

journeys('without settlements', shared, (world) => {
  test('the page of an app does not mention banks while settlements are off', async () => {
    const device = await world.device(phone);
    const { client } = await world.player(device);
    const { body: app } = await client.post('/v1/apps', { name: 'Plain', origins: [] });
    await device.page.goto(`/apps/${app.client_id}`);
    await device.page.getByRole('button', { name: 'Pay out' }).waitFor();
    expect(await device.page.getByText('bank').count()).toBe(0);
  });
});
