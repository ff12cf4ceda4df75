import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newAccount, newOwner, type WalletOwner } from '../../packages/server/test/account-helper.ts';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { giveAuthenticator } from '../browser/support/authenticator.ts';
import { journeys, patience } from '../browser/support/journey.ts';
import { fileOf, readGuide } from './read-guide.ts';
import { arrive, commandsOf } from './stranger.ts';

const press = (page: Page, text: string | RegExp) =>
  page.locator('button:not([aria-disabled])', { hasText: text }).click({ noWaitAfter: true });

journeys('the guide to game sessions', {}, (world) => {
  /** A player in a separate browser, signed in to the game. */
  async function sitDown(game: string, { client, pid }: WalletOwner) {
    const { context, page } = await world.device();
    const value = client.cookie('pid_access')!;
    await context.addCookies([{ name: 'pid_access', value, url: world.service.baseUrl }]);
    // In this browser every page reports focus. On a screen only the front window has it, and the game waits
    // for it.
    await page.addInitScript(() => Object.assign(document, { hasFocus: () => false }));
    await page.goto(game);
    const status = () => page.getByRole('status').innerText();
    const open = async (name: string) => {
      const button = page.getByRole('button', { name });
      const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
      return popup;
    };
    await press(await open('Sign in with PID'), /^Allow$/);
    await expect.poll(status, patience).toBe(`Welcome, ${pid}`);
    return { context, page, status, open };
  }

  test('opens a game session in five steps with the commands of the guide: one prompt, then a move without one', async () => {
    const { service } = world;
    const { steps, blocks } = readGuide('50-game-sessions.md', service.baseUrl);
    expect(steps).toHaveLength(5);
    const owner = await newAccount(service);
    const { clientId } = await newApp(owner.client, { origins: [] });
    const stranger = await arrive();
    const [install, start] = commandsOf(blocks);
    await stranger.install(install!, '@solana/kit');
    await writeFile(path.join(stranger.folder, 'game.mjs'), fileOf(blocks, 'game.mjs'));
    const { line: game } = await stranger.begin(start!, {
      CLIENT_ID: clientId,
      PORT: String(await freePort()),
    });

    const ready = await sitDown(game, owner);
    const consent = await ready.open('Open a session');
    await giveAuthenticator(ready.context, consent, owner);
    await press(consent, 'Allow with your passkey');
    await expect.poll(ready.status, patience).toBe('Your move');
    await ready.page.getByRole('button', { name: 'Play the middle' }).click();
    await expect.poll(ready.status, patience).toMatch(/^Confirmed without a prompt: \S+$/);

    // A player without a wallet gets one in the flow, in a window that the wallet page's COOP header severs
    // from the game.
    const newcomer = await newOwner(service);
    const other = await sitDown(game, newcomer);
    const window = await other.open('Open a session');
    await giveAuthenticator(other.context, window, newcomer);
    await window.getByRole('link', { name: 'Pay with SOL instead' }).click();
    await press(window, 'Give me test SOL');
    await press(window, 'Activate with your passkey');
    await window.getByRole('link', { name: 'Back to the game' }).click();
    await press(window, 'Allow with your passkey');
    await expect.poll(other.status, patience).toBe('Your move');
    await expect.poll(() => window.isClosed(), patience).toBe(true);
  });
});
