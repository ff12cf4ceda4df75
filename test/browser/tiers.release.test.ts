import { expect, test } from 'vitest';
import { confirmWithPasskey, journeys } from './support/journey.ts';

const phone = { viewport: { width: 360, height: 740 } };
const settings = { PID_ADMINS: 'ratu@pid', PID_TIERS: 'on', PID_CONTACT: 'help@game.example' };

journeys('tiers', settings, (world) => {
  test('a player sees the tier and how to register, and an administrator registers the player', async () => {
    const device = await world.device(phone);
    await world.player(device, 'budi_tier');
    const { page } = device;
    await page.goto('/security?tab=limits');
    const card = page.getByRole('region', { name: 'Basic account' });
    await card.getByText('Rp2,000,000').waitFor();
    expect(await card.getByRole('link', { name: 'help@game.example' }).getAttribute('href')).toBe(
      'mailto:help@game.example',
    );

    const admin = await world.device(phone);
    await world.player(admin, 'ratu');
    await admin.page.goto('/security');
    await admin.page.getByRole('button', { name: 'Add a passkey' }).click();
    await admin.page.getByText('This is your only passkey').waitFor();
    await admin.page.goto('/signin?returnTo=%2Fadmin&fresh=1');
    await admin.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await admin.page.getByRole('tab', { name: 'Identities' }).waitFor();
    await admin.page.goto('/admin?tab=identities&pid=budi_tier%40pid');
    await admin.page.getByRole('button', { name: 'Register', exact: true }).click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByLabel('Reason, without personal data').fill('Identity card seen, file 12');
    await dialog.getByRole('button', { name: 'Register' }).click();
    await confirmWithPasskey(admin.page, 'Set the tier of budi_tier@pid');
    await admin.page.getByText('The tier is changed.').waitFor();
    await admin.page.getByRole('button', { name: 'Withdraw the registration' }).waitFor();

    await page.reload();
    await page
      .getByRole('region', { name: 'Registered account' })
      .getByText('Rp40,000,000')
      .first()
      .waitFor();
  });
});
