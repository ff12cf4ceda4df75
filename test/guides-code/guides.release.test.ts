import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { findChromium } from '../browser/support/chromium.ts';
import { fileOf, readGuide } from './read-guide.ts';
import { arrive, commandsOf } from './stranger.ts';

const service = await startTestService();
const web = readGuide('10-sign-in-web.md', service.baseUrl);
const [install, start] = commandsOf(web.blocks);
const stranger = await arrive();
await stranger.install(install!);

const executablePath = findChromium();
test.skipIf(executablePath === null)(
  `a web login in four steps${executablePath === null ? ' (skipped: no Chromium)' : ''}`,
  async () => {
    expect(web.steps).toEqual(['Register your app', 'Install the SDK', 'Write the server', 'Start it']);
    const { client, pid } = await newPlayer(service);
    const { clientId } = await newApp(client, { origins: [] });
    await writeFile(path.join(stranger.folder, 'server.mjs'), fileOf(web.blocks, 'server.mjs'));
    const environment = { CLIENT_ID: clientId, PORT: String(await freePort()) };
    const { line } = await stranger.begin(start!, environment);
    const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
    onTestFinished(() => browser.close());
    const context = await browser.newContext();
    await context.addCookies([
      { name: 'pid_access', value: client.cookie('pid_access')!, url: service.baseUrl },
    ]);
    const page = await context.newPage();
    await page.goto(line);
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Sign in with PID' }).click(),
    ]);
    await popup.locator('button:not([aria-disabled])', { hasText: /^Allow$/ }).click({ noWaitAfter: true });
    await page.getByText(`Welcome, ${pid}`).waitFor();
  },
);
