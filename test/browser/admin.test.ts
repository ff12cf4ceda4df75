import { expect, test } from 'vitest';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { releaseTest } from '../support/release-test.ts';
import type { Device } from './support/device.ts';
import { confirmWithPasskey, journeys, patience, signInAtProvider } from './support/journey.ts';

journeys('administration', { PID_ADMINS: 'ratu@pid' }, (world) => {
  let opened: { admin: Device; pid: string } | null = null;

  /** An administrator needs a sign-in with a passkey, so sign in again with it. */
  async function administrator(): Promise<{ admin: Device; pid: string }> {
    if (opened) return opened;
    const admin = await world.device({ staysOpen: true });
    const { pid } = await world.player(admin, 'ratu');
    await admin.page.goto('/admin');
    await admin.page.getByText('If you are an administrator').waitFor();
    await admin.page.goto('/security');
    await admin.page.getByRole('button', { name: 'Add a passkey' }).click();
    await admin.page.getByText('This is your only passkey').waitFor();
    await admin.page.goto('/signin?returnTo=%2Fadmin&fresh=1');
    await admin.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await admin.page.getByRole('tab', { name: 'Identities' }).waitFor();
    opened = { admin, pid };
    return opened;
  }

  test('an administrator suspends a player, who can read but not change anything, and reactivates the player', async () => {
    const { admin, pid: ratu } = await administrator();
    const device = await world.device();
    const player = await world.player(device, 'naughty');
    const verb = async (name: string) => {
      await admin.page.getByRole('button', { name: `${name}: naughty@pid` }).click();
      const dialog = admin.page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill(`${name}: sold somebody else’s account`);
      await dialog.getByRole('button', { name }).click();
      await confirmWithPasskey(admin.page, `${name} naughty@pid`);
    };
    await admin.page.getByLabel('Search by player name').fill('naug');
    await admin.page.getByRole('button', { name: 'Search' }).click();
    await verb('Suspend');
    await admin.page.getByText('naughty@pid is suspended.').waitFor();

    await device.page.goto('/home');
    await device.page.getByText('Your identity is suspended').waitFor();
    await device.page.getByText('Reason: Suspend: sold somebody else’s account').first().waitFor();
    await device.page.goto('/profile');
    await device.page.getByText('You can look at everything, but not change anything.').waitFor();
    for (const control of [
      device.page.getByLabel('Display name'),
      device.page.getByRole('button', { name: 'Save profile' }),
    ])
      expect(await control.isDisabled()).toBe(true);
    for (const name of ['Download my data', 'Delete my identity'])
      expect(await device.page.getByRole('button', { name }).isEnabled()).toBe(true);
    await device.page.goto('/money');
    await device.page.getByText('Your money is safe but cannot be moved').waitFor();
    expect(await device.page.getByRole('link', { name: 'Send', exact: true }).count()).toBe(0);
    await device.page.goto('/send?to=ratu@pid&amount=1000&step=review');
    await device.page.getByText('Your money is safe but cannot be moved').waitFor();
    const other = await world.device();
    await other.page.goto('/signin');
    await signInAtProvider(other.page, player.email);
    await other.page.getByText('Your identity is suspended').waitFor();

    await verb('Reactivate');
    await admin.page.getByText('naughty@pid is active again.').waitFor();
    await device.page.goto('/profile');
    await device.page.getByLabel('Display name').fill('Somebody');
    await device.page.getByRole('button', { name: 'Save profile' }).click();
    await device.page.getByText('Your profile is saved.').waitFor();

    await admin.page.getByRole('tab', { name: 'Audit' }).click();
    const rows = admin.page.getByRole('row', { name: /The suspension was lifted/ });
    await expect.poll(() => rows.count(), patience).toBe(1);
    expect(await rows.innerText()).toContain(ratu);
  });

  releaseTest('an administrator sees the fee income and claws back a refunded top-up', async () => {
    const { client, pid } = await newPlayer(world.service, 'chargeback');
    const { body: topUp } = await client.post('/v1/fiat/topups', { amount: 60_000 });
    await client.post(`/checkout/${topUp.id}/pay`, new URLSearchParams({ outcome: 'paid' }));
    const { page } = (await administrator()).admin;
    await page.goto('/admin?tab=money');
    const row = page.getByRole('row', { name: /^Total/ });
    await expect.poll(() => row.innerText(), patience).toContain('Rp100');
    await page.getByLabel('Number of the top-up').fill(topUp.id);
    await page.getByRole('button', { name: 'Look it up' }).click();
    await page.getByText(pid, { exact: true }).waitFor();
    await page.getByLabel('Total refunded to the payer').fill('60100');
    await page.getByLabel('Reason').fill('Chargeback by the bank');
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
    await confirmWithPasskey(page, 'Take back the top-up');
    await page.getByText('The top-up was taken back.').waitFor();
    expect((await client.get('/v1/fiat/balance')).body.balance).toBe(0);
    await page.getByText('There is nothing to take back.').waitFor();
  });

  releaseTest('shows the not-found page to every other player', async () => {
    const device = await world.device();
    await world.player(device);
    await device.page.goto('/admin');
    await expect
      .poll(() => device.page.getByRole('heading', { level: 1 }).innerText(), patience)
      .toBe('Page not found');
  });
});
