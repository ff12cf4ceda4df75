import { expect, test } from 'vitest';
import { journeys, patience, shared } from './support/journey.ts';

journeys('a password manager', shared, (world) => {
  test('creates the first passkey after a provider sign-in without a prompt, and deletes it when it is removed', async () => {
    const device = await world.device({ createsSilently: true });
    // Headless Chromium has no password manager that could create a passkey without a prompt, so its virtual
    // authenticator does it.
    await device.context.addInitScript(() => {
      const create = navigator.credentials.create.bind(navigator.credentials);
      navigator.credentials.create = (options) => {
        const { mediation, ...asked } = options as CredentialCreationOptions & { mediation?: string };
        return mediation === 'conditional' ? create(asked) : Promise.reject(new Error('a prompt'));
      };
    });
    await world.player(device, 'no_prompt');
    const { page, authenticator } = device;
    await page.goto('/home');
    await expect.poll(() => authenticator.passkeyCount(), patience).toBe(1);
    await page.goto('/security');
    const rows = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
    await expect.poll(() => rows.count(), patience).toBe(1);
    expect(await rows.first().innerText()).toContain('This device only');

    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => authenticator.passkeyCount(), patience).toBe(0);
  });

  test('a browser without these features works as before', async () => {
    const device = await world.device();
    const { page, authenticator } = device;
    await device.context.addInitScript(() => {
      for (const name of [
        'signalAllAcceptedCredentials',
        'signalCurrentUserDetails',
        'getClientCapabilities',
      ])
        Reflect.deleteProperty(PublicKeyCredential, name);
    });
    await world.player(device, 'older_browser');
    await page.goto('/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No passkey yet').waitFor();
    expect(await authenticator.passkeyCount(), 'nobody told it').toBe(1);
  });
});
