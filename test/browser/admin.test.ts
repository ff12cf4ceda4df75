import { expect, test } from 'vitest';
import { journeys, patience, signInAtProvider } from './support/journey.ts';

journeys('administration', { PID_ADMINS: 'ratu@pid' }, (world) => {
  test('an administrator suspends a player, who may look but change nothing, and lifts it again', async () => {
    const admin = await world.device();
    const ratu = await world.player(admin, 'ratu');
    await admin.page.goto('/admin');
    await admin.page.getByText('If you administer this service').waitFor();
    await admin.page.goto('/security');
    await admin.page.getByRole('button', { name: 'Add a passkey' }).click();
    await admin.page.getByText('This passkey is your only one').waitFor();
    // Signing in again by the passkey, which the field offers, is what makes an administrator.
    await admin.page.goto('/signin?returnTo=%2Fadmin&fresh=1');
    await admin.page.getByRole('tab', { name: 'Identities' }).waitFor();

    const device = await world.device();
    const player = await world.player(device, 'naughty');
    const verb = async (name: string) => {
      await admin.page.getByRole('button', { name: `${name}: naughty@pid` }).click();
      await admin.page.getByRole('dialog').getByRole('button', { name }).click();
    };
    await admin.page.getByLabel('Search by player name').fill('naug');
    await admin.page.getByRole('button', { name: 'Search' }).click();
    await verb('Suspend');
    await admin.page.getByText('naughty@pid is suspended.').waitFor();

    await device.page.goto('/home');
    await device.page.getByText('Your identity is suspended').waitFor();
    await device.page.goto('/profile');
    await device.page.getByLabel('Display name').fill('Nobody');
    await device.page.getByRole('button', { name: 'Save profile' }).click();
    await device.page.getByText('You can look at everything, but not change anything.').waitFor();
    const other = await world.device();
    await other.page.goto('/signin');
    await signInAtProvider(other.page, player.email);
    await other.page.getByText('Your identity is suspended').waitFor();

    await verb('Reactivate');
    await admin.page.getByText('naughty@pid is active again.').waitFor();
    await device.page.getByRole('button', { name: 'Save profile' }).click();
    await device.page.getByText('Your profile is saved.').waitFor();

    await admin.page.getByRole('tab', { name: 'Audit' }).click();
    const rows = admin.page.getByRole('row', { name: /The suspension was lifted/ });
    await expect.poll(() => rows.count(), patience).toBe(1);
    expect(await rows.innerText()).toContain(ratu.pid);
  });

  test('for everybody else there is nothing', async () => {
    const device = await world.device();
    await world.player(device);
    await device.page.goto('/admin');
    await expect
      .poll(() => device.page.getByRole('heading', { level: 1 }).innerText(), patience)
      .toBe('Nothing lives here');
  });
});
