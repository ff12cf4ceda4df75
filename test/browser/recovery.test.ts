// A lost phone with two devices: the sheet is made on one and authorizes a new passkey on the other.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sendWatch, weekSeconds } from '../../packages/server/test/recovery-helper.ts';
import type { Device } from './support/device.ts';
import { picture } from './support/phone.ts';
import { confirmWithPasskey, journeys, patience, signInAtProvider } from './support/journey.ts';

journeys('recovery', {}, (world) => {
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

  async function activate({ page }: Device): Promise<void> {
    await page.goto('/wallet');
    await press(page, 'Add a passkey');
    await page.getByText('This is your only passkey').waitFor();
    await press(page, 'Give me test SOL');
    await expect.poll(() => page.locator('[data-balance]').innerText(), patience).toBe('2 SOL');
    await press(page, 'Activate with your passkey');
    await page.getByRole('heading', { name: 'Your wallet is activated' }).waitFor();
  }

  /** Signed in at the provider only, as on a new phone. */
  async function comeIn(page: Page, email: string): Promise<void> {
    await page.goto('/signin');
    await signInAtProvider(page, email);
    await page.waitForURL('**/home');
    await page.goto('/recovery');
  }

  /** Created by the first test with a sheet and used by the next two. */
  let sheet: { readonly phone: Device; readonly email: string; readonly words: string } | null = null;
  const madeSheet = () => {
    if (!sheet) throw new Error('The first test of the sheet makes it');
    return sheet;
  };

  test('sets up a sheet in four screens and tries it', async () => {
    const phone = await world.device({ staysOpen: true });
    const { page } = phone;
    const { email, pid } = await world.player(phone);
    await activate(phone);
    await page.goto('/home');
    await page.getByText('If you lose your phone, your wallet is lost').waitFor();
    await page.getByRole('link', { name: 'Set up recovery' }).click();
    await press(page, 'Set up recovery');
    await press(page, 'A sheet of paper');
    await page.locator('[data-words] li').nth(11).waitFor();
    const words = (await page.locator('[data-words] li').allInnerTexts()).join(' ');
    expect(words.split(' ')).toHaveLength(12);
    // The paper says whose it is, from when, and how to use it.
    const paper = await page.getByRole('main').innerText();
    for (const needed of [
      pid,
      String(new Date().getFullYear()),
      `${world.service.baseUrl}/recovery`,
      'Wait 7 days',
    ])
      expect(paper).toContain(needed);
    await picture(page, 'recovery-sheet');
    // The printed page is black on white and has nothing but the sheet.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const printed = () =>
      page.evaluate(() => {
        const shown = (selector: string) =>
          [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
        return {
          words: shown('[data-words] li'),
          controls: shown('button, nav, header, footer'),
          colours: [
            getComputedStyle(document.querySelector('[data-words]')!).color,
            getComputedStyle(document.documentElement).backgroundColor,
          ],
        };
      });
    await expect
      .poll(printed, patience)
      .toEqual({ words: 12, controls: 0, colours: ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'] });
    await page.emulateMedia({ media: null, colorScheme: null });
    await press(page, 'I have them on paper');
    await page.getByLabel('The twelve words').fill('abandon');
    await press(page, 'Next');
    await page.getByText('These are not the twelve words').waitFor();
    await page.getByLabel('The twelve words').fill(words);
    await press(page, 'Next');
    await press(page, 'Sign with my passkey');
    await page.getByText('You are safe if you lose your phone').waitFor();

    // Trying the sheet compares the words and changes nothing.
    await page.getByLabel('Test your recovery sheet').fill(words);
    await press(page, 'Check the words');
    await page.getByText('These are the right words').waitFor();
    await page.goto('/home');
    await page.getByText('your guardians can approve a new passkey').waitFor();
    sheet = { phone, email, words };
  });

  test('the sheet starts a recovery on another phone, and the owner sees it on every page', async () => {
    const { phone, email, words } = madeSheet();
    const { page } = phone;
    const other = await world.device({ staysOpen: true });
    await comeIn(other.page, email);
    await press(other.page, 'Start with a new passkey');
    // Nobody has to be called, so no number is shown.
    await other.page.getByText('Nobody else has to do anything').waitFor();
    expect(await other.page.locator('[data-number]').count()).toBe(0);
    await picture(other.page, 'recovery-paper');
    await other.page.getByLabel('The twelve words').fill(words);
    await press(other.page, 'Use my recovery sheet');
    await other.page.getByText('You do not need to do anything').waitFor();

    // The holder of the phone sees it on every page and can still stop it.
    await page.goto('/money');
    await page.getByText('Someone is recovering your account').waitFor();
    await page.getByRole('link', { name: 'See details' }).click();
    await page.getByRole('button', { name: 'This is not me: stop it' }).waitFor();
  });

  test('a week later, the passkey of the other phone is the only one', async () => {
    const { email } = madeSheet();
    world.service.clock.advanceSeconds(weekSeconds + 60);
    // A new sign-in, because the one of a week before is no longer recent.
    const { page: back } = await world.device();
    await comeIn(back, email);
    // The watch finishes the recovery.
    await expect
      .poll(
        async () => {
          await sendWatch(world.service);
          // The clock advances past the lifetime of an access token.
          const passkeys = await back.evaluate(async () => {
            await fetch('/v1/auth/refresh', { method: 'POST' });
            return (await fetch('/v1/passkeys')).json();
          });
          return passkeys.length === 1 && !passkeys[0].proven;
        },
        { ...patience, interval: 200 },
      )
      .toBe(true);
    await back.goto('/wallet');
    await back.getByRole('link', { name: 'Withdraw' }).waitFor();
  });

  test('the passkey stops a recovery that a thief started', async () => {
    const phone = await world.device();
    const { page } = phone;
    const player = await world.player(phone);
    await page.goto('/security');
    await press(page, 'Add a passkey');
    await page.getByText('This is your only passkey').waitFor();
    const thief = await world.device();
    await comeIn(thief.page, player.email);
    await press(thief.page, 'Start with a new passkey');
    await thief.page.getByText('Come back to this page then').waitFor();
    await page.goto('/home');
    await page.getByText('Someone is recovering your account').waitFor();
    await page.getByRole('link', { name: 'See details' }).click();
    await press(page, 'This is not me: stop it');
    await confirmWithPasskey(page, 'Stop the recovery of your account');
    await page.getByText('The recovery was stopped').waitFor();
    await page.getByRole('heading', { name: 'Stopped. Now lock them out' }).waitFor();
    await page.getByText('They could sign in as you').waitFor();
    expect(await page.getByText('You are safe if you lose your phone').count()).toBe(0);
    expect(await page.getByText('the words of your recovery sheet').count()).toBe(0);
    await picture(page, 'recovery-stopped');
    await page.goto('/notices');
    await page.getByText('The recovery was stopped').waitFor();
  });
});
