import { expect, test } from 'vitest';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { confirmWithPasskey, journeys, patience, shared, signInAtProvider } from './support/journey.ts';

journeys('notices to the owner', shared, (world) => {
  test('the bell shows a count with an accessible name, the list links to the page, and one button marks all as read', async () => {
    const device = await world.device({ viewport: { width: 360, height: 740 } });
    await world.player(device, 'bell_ringer');
    const { page } = device;
    await page.goto('/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('list', { name: 'Passkeys' }).waitFor();
    await page.goto('/home');
    const bell = page.getByRole('link', { name: 'Notices, 1 unread' });
    await bell.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Notices' }).waitFor();
    const row = page
      .getByRole('list', { name: 'Notices' })
      .getByRole('link', { name: /^The passkey “.*” was added/ });
    expect(await row.getAttribute('href')).toBe('/security');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Notices', exact: true }).first().waitFor();
    await expect.poll(() => page.getByText('New', { exact: true }).count(), patience).toBe(0);
    await page.reload();
    await page.getByRole('link', { name: 'Notices', exact: true }).first().waitFor();
  });

  test('the link in a mail freezes only after a press of the button, until a sign-in and a passkey lift the freeze', async () => {
    const device = await world.device();
    const { email } = await world.player(device, 'not_me_at_all');
    const { page } = device;
    await page.goto('/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('list', { name: 'Passkeys' }).waitFor();
    const thief = world.service.client();
    await signInAs(thief, email);
    await page.goto('/development-mail');
    const mail = page.getByRole('link', { name: /Your PID was used to sign in on a new device/ }).first();
    await expect
      .poll(async () => {
        await page.reload();
        return mail.count();
      }, patience)
      .toBe(1);
    await mail.click();
    const link = page.frameLocator('iframe').getByRole('link', { name: 'This was not me' });
    const address = (await link.getAttribute('href'))!;

    await page.goto(address);
    await page.getByRole('heading', { name: 'This was not me' }).waitFor();
    expect(page.url()).not.toContain('#');
    expect((await thief.get('/v1/identity/me')).status).toBe(200);
    await page.locator('button:not([aria-disabled])', { hasText: 'It was not me: freeze' }).click();
    await page.getByRole('heading', { name: 'Your PID is frozen' }).waitFor();
    expect((await thief.get('/v1/identity/me')).status).toBe(401);

    await page.getByRole('link', { name: 'Sign in and check' }).click();
    await signInAtProvider(page, email);
    await page.getByText('Payments and security changes are frozen').waitFor();
    await page.getByRole('link', { name: 'What that means' }).click();
    await page.getByRole('button', { name: 'Lift the freeze' }).click();
    await confirmWithPasskey(page, 'Lift the freeze on your account');
    await page.getByText('Nothing is frozen').waitFor();
    await expect
      .poll(() => page.getByText('Payments and security changes are frozen').count(), patience)
      .toBe(0);

    await page.goto(address);
    await page.locator('button:not([aria-disabled])', { hasText: 'It was not me: freeze' }).click();
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  });
});
