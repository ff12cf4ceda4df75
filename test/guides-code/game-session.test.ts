import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newAccount } from '../../packages/server/test/account-helper.ts';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { giveAuthenticator } from '../browser/support/authenticator.ts';
import { journeys, patience } from '../browser/support/journey.ts';
import { fileOf, readGuide } from './read-guide.ts';
import { arrive, borrow, commandsOf } from './stranger.ts';

const press = (page: Page, text: string | RegExp) =>
  page.locator('button:not([aria-disabled])', { hasText: text }).click({ noWaitAfter: true });

journeys('the guide of game sessions', {}, (world) => {
  test('a game session in five steps, by the guide’s own commands: one prompt, then a move without one', async () => {
    const { service } = world;
    const { steps, blocks } = readGuide('50-game-sessions.md', service.baseUrl);
    expect(steps).toHaveLength(5);
    const owner = await newAccount(service);
    const { clientId } = await newApp(owner.client, { origins: [] });
    const stranger = await arrive();
    const [install, start] = commandsOf(blocks);
    expect(install).toContain(' @solana/kit@8.4.0');
    await stranger.shell(install!.replace(' @solana/kit@8.4.0', ''));
    await borrow(stranger.folder, '@solana');
    await writeFile(path.join(stranger.folder, 'game.mjs'), fileOf(blocks, 'game.mjs'));
    const { line: game } = await stranger.begin(start!, { CLIENT_ID: clientId, PORT: '0' });

    const { context, page } = await world.device();
    const cookie = owner.client.cookie('pid_access')!;
    await context.addCookies([{ name: 'pid_access', value: cookie, url: service.baseUrl }]);
    await page.goto(game);
    const status = () => page.getByRole('status').innerText();
    const opened = async (name: string) => {
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name }).click(),
      ]);
      return popup;
    };
    await press(await opened('Sign in with PID'), /^Allow$/);
    await expect.poll(status, patience).toBe(`Welcome, ${owner.pid}`);
    const consent = await opened('Open a session');
    await giveAuthenticator(context, consent, owner);
    await press(consent, 'Allow with your passkey');
    await expect.poll(status, patience).toBe('Your move');
    await page.getByRole('button', { name: 'Play the middle' }).click();
    await expect.poll(status, patience).toMatch(/^Confirmed without a prompt: \S+$/);
  }, 120_000);
});
