import type { Page } from 'playwright-core';
import { press } from './support/phone.ts';
import { expect, test } from 'vitest';
import { toAddress } from '../../packages/protocol/src/index.ts';
import { chainOf, giveTokens } from '../../packages/server/test/account-helper.ts';
import type { Device } from './support/device.ts';
import { confirmWithPasskey, journeys, patience, signInAtProvider } from './support/journey.ts';
import { releaseTest } from '../support/release-test.ts';

journeys('security of an identity', {}, (world) => {
  async function deviceWithPasskey(handle: string, options = {}) {
    const device = await world.device(options);
    const player = await world.player(device, handle);
    await device.page.goto('/security');
    await device.page.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeyRows(device.page).first().waitFor();
    return { device, player };
  }

  const passkeyRows = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

  /** A second device of the same player: signed in, without a passkey yet. */
  async function secondDevice(email: string): Promise<Device> {
    const device = await world.device();
    await device.page.goto('/signin?returnTo=%2Fsecurity');
    await signInAtProvider(device.page, email);
    await device.page.getByRole('button', { name: 'Add a passkey' }).click();
    await device.page.getByRole('heading', { name: 'Waiting for your approval' }).waitFor();
    return device;
  }

  const codeOn = (page: Page) => page.locator('.tracking-wider').innerText();

  test('a second device waits, the first approves its passkey, and the second updates without a reload', async () => {
    const { device: first, player } = await deviceWithPasskey('two_devices');
    const second = await secondDevice(player.email);
    await first.page.getByRole('heading', { name: 'A new passkey needs your approval' }).waitFor();
    expect(await codeOn(first.page)).toBe(await codeOn(second.page));
    await second.page.reload();
    await second.page.getByRole('heading', { name: 'Waiting for your approval' }).waitFor();
    await first.page.locator('button:not([aria-disabled])', { hasText: 'Approve with a passkey' }).click();
    await second.page.getByText('This passkey is ready to use.').waitFor();
    await expect.poll(() => passkeyRows(second.page).count(), patience).toBe(2);
    await expect.poll(() => passkeyRows(first.page).count(), patience).toBe(2);
    await expect.poll(() => first.page.getByText('This is your only passkey').count(), patience).toBe(0);
  });

  releaseTest('a denied passkey is reported to the requesting device and not added', async () => {
    const { device: first, player } = await deviceWithPasskey('denied_device');
    const second = await secondDevice(player.email);
    await first.page.getByRole('button', { name: 'Deny' }).click();
    await second.page.getByText('The new passkey was denied').waitFor();
    expect(await passkeyRows(second.page).count()).toBe(1);
  });

  releaseTest('a passkey can be renamed, and removed only with an assertion', async () => {
    const { device } = await deviceWithPasskey('renamer');
    const { page, authenticator } = device;
    await page.getByRole('button', { name: /^Rename/ }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('My laptop');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Remove: My laptop' }).click();
    await authenticator.refuse();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The passkey was not used. Try again when you are ready.').waitFor();
    expect(await passkeyRows(page).count()).toBe(1);
    await authenticator.answerPrompts();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    expect(await page.getByText('No passkey yet').innerText()).toBe('No passkey yet');
  });

  releaseTest('warns only about a single passkey that is not backed up', async () => {
    const { device } = await deviceWithPasskey('synced_one', { syncsPasskeys: true });
    await device.page.getByText('Synced').waitFor();
    expect(await device.page.getByText('This is your only passkey').count()).toBe(0);
  });

  test('links and unlinks a second login, refuses one of another identity and keeps the last way to sign in', async () => {
    const device = await world.device();
    const { page } = device;
    const other = await world.player(await world.device());
    await world.player(device, 'linker');
    await page.goto('/security?tab=logins');
    const link = async (email: string) => {
      await page.getByRole('button', { name: /^Link / }).click();
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await link('second.login@example.com');
    await page.getByText('The login was linked.').waitFor();
    await page.getByText('second.login@example.com').waitFor();
    await link(other.email);
    await page.getByText('That login already belongs to another identity').waitFor();
    await page.getByRole('button', { name: /^Unlink: .*second\.login/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await page.getByText('The login was unlinked.').waitFor();
    await page.getByRole('button', { name: /^Unlink: .*linker/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    expect(await page.getByText('This is your last way in.').innerText()).toContain('add a passkey first');
  });

  releaseTest('linking a login requires the passkey if there is one', async () => {
    const { device } = await deviceWithPasskey('careful_linker');
    const { page } = device;
    await page.goto('/security?tab=logins');
    await page.getByRole('button', { name: /^Link / }).click();
    await page.getByText('Link another login to your identity').waitFor();
    await press(page.getByRole('dialog'), 'Confirm with passkey');
    await page.getByLabel('E-mail').fill('third.login@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The login was linked.').waitFor();
  });

  releaseTest('signs another device out from the list, and the activity shows it', async () => {
    const first = await world.device();
    const player = await world.player(first, 'leaver');
    const second = await world.device();
    await second.page.goto('/signin');
    await signInAtProvider(second.page, player.email);
    await second.page.getByRole('heading', { name: 'Hello, leaver' }).waitFor();
    await first.page.goto('/security?tab=devices');
    await first.page.getByRole('button', { name: /^Sign out: / }).click();
    await first.page.getByText('The device was signed out.').waitFor();
    await first.page.getByRole('tab', { name: 'Activity' }).click();
    await first.page.getByText('A device was signed out').first().waitFor();
    await second.page.goto('/home');
    await second.page.waitForURL('**/signin?**');
    expect(await second.page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in');
  });

  releaseTest(
    'signing out all other devices requires the passkey; after Cancel nothing happens',
    async () => {
      const { device, player } = await deviceWithPasskey('finger');
      const { page } = device;
      const second = await world.device();
      await second.page.goto('/signin');
      await signInAtProvider(second.page, player.email);
      await second.page.getByRole('heading', { name: 'Hello, finger' }).waitFor();
      await page.goto('/security?tab=devices');
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
      const ask = () =>
        page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
      await ask();
      const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('The passkey was not used. Try again when you are ready.').waitFor();
      expect((await player.client.get('/v1/auth/sessions')).body.items).toHaveLength(2);
      await ask();
      await confirmWithPasskey(page, 'Sign out every other device');
      await page.getByText('All other devices were signed out.').waitFor();
      expect((await player.client.get('/v1/auth/sessions')).body.items).toHaveLength(1);
    },
  );

  releaseTest(
    'without a passkey, an old sign-in leads to a new sign-in and back, and the page shows the pending action',
    async () => {
      const device = await world.device();
      const { page } = device;
      const player = await world.player(device, 'gone_stale');
      const second = await world.device();
      await second.page.goto('/signin');
      await signInAtProvider(second.page, player.email);
      await second.page.getByRole('heading', { name: 'Hello, gone_stale' }).waitFor();
      world.service.clock.advanceSeconds(601);
      await page.goto('/security?tab=devices');
      await page.getByRole('button', { name: /^Sign out: / }).click();
      await page.getByRole('link', { name: 'Sign in again' }).click();
      await signInAtProvider(page, player.email);
      await page
        .getByText('You are signed in again. Now you can continue: Sign out another device')
        .waitFor();
      await page
        .getByRole('button', { name: /^Sign out: / })
        .first()
        .click();
      await page.getByText('The device was signed out.').waitFor();
    },
  );

  test('deletes an identity only after its name is typed and its passkey is used, and closes its login', async () => {
    const { device, player } = await deviceWithPasskey('goodbye');
    const { page } = device;
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Delete my identity' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete my identity' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Type goodbye@pid to confirm').fill('goodbye@pid');
    await confirm.click();
    await page.getByRole('heading', { name: 'One name. Every game.' }).waitFor();
    await page.goto('/signin');
    await signInAtProvider(page, player.email);
    expect(await page.getByText('deleted for good').innerText()).toContain('Use another login');
  });

  releaseTest(
    'lists dust and spam in the wallet, which must be given up before the passkey prompt',
    async () => {
      const { device, player } = await deviceWithPasskey('dusted');
      const { page } = device;
      const vault = toAddress((await player.client.get('/v1/account')).body.smartAccountAddress);
      const chain = await chainOf(world.service);
      const mint = await giveTokens(world.service, chain, vault, 7_000_000n);
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Delete my identity' }).click();
      const dialog = page.getByRole('dialog');
      const confirm = dialog.getByRole('button', { name: 'Delete my identity' });
      await dialog.getByLabel('Type dusted@pid to confirm').fill('dusted@pid');
      expect(await dialog.locator('[data-given-up]').innerText()).toBe(`7 of the token ${mint}`);
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByLabel('I give this up for good').check();
      await confirm.click();
      await page.getByRole('heading', { name: 'One name. Every game.' }).waitFor();
    },
  );
});
