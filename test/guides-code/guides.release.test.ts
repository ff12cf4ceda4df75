import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { findChromium } from '../browser/support/chromium.ts';
import { emptyFolder, run } from '../examples/copy-out.ts';
import { fileOf, readGuide } from './read-guide.ts';

/**
 * A developer with the address of a service, an empty folder and the guide. Every command is taken from the
 * guide.
 */
const service = await startTestService();
const folder = await emptyFolder();
const web = readGuide('10-sign-in-web.md', service.baseUrl);
const [install, start] = web.blocks
  .filter(({ language }) => language === 'sh')
  .map(({ code }) => code.trim());
await shell(install!);

async function shell(command: string): Promise<void> {
  await run('sh', ['-c', `${command} --silent --no-audit --no-fund`], { cwd: folder });
}

function begin(command: string, environment: Record<string, string>): ChildProcess {
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  return child;
}

const executablePath = findChromium();
test.skipIf(executablePath === null)(
  `a web login in four steps${executablePath === null ? ' (skipped: no Chromium)' : ''}`,
  async () => {
    expect(web.steps).toEqual(['Register your app', 'Install the SDK', 'Write the server', 'Start it']);
    const { client, pid } = await newPlayer(service);
    const { clientId } = await newApp(client, { origins: [] });
    await writeFile(path.join(folder, 'server.mjs'), fileOf(web.blocks, 'server.mjs'));
    const server = begin(start!.replace(/^CLIENT_ID=\S+ /, ''), { CLIENT_ID: clientId, PORT: '0' });
    const [line]: unknown[] = await once(server.stdout!, 'data');
    const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
    onTestFinished(() => browser.close());
    const context = await browser.newContext();
    await context.addCookies([
      { name: 'pid_access', value: client.cookie('pid_access')!, url: service.baseUrl },
    ]);
    const page = await context.newPage();
    await page.goto(String(line).trim());
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Sign in with PID' }).click(),
    ]);
    await popup.locator('button:not([aria-disabled])', { hasText: /^Allow$/ }).click({ noWaitAfter: true });
    await page.getByText(`Welcome, ${pid}`).waitFor();
  },
);

test.each(['allow', 'deny'] as const)('a console login in three steps: %s', async (decision) => {
  const { steps, blocks } = readGuide('30-sign-in-console.md', service.baseUrl);
  expect(steps).toHaveLength(3);
  const [start] = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code.trim());
  const { client, pid } = await newPlayer(service);
  const { clientId } = await newApp(client, { deviceFlow: true });
  // Only its pause is shortened.
  const code = fileOf(blocks, 'console.mjs').replace('pauseSeconds * 1000', 'pauseSeconds');
  await writeFile(path.join(folder, 'console.mjs'), code);
  const device = begin(start!.replace(/^CLIENT_ID=\S+ /, ''), { CLIENT_ID: clientId });
  let said = '';
  device.stdout!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said).toMatch(/ and type \S+\n/);
  const ended = once(device, 'close');
  await client.call('decideDevice', { userCode: / and type (\S+)\n/.exec(said)![1]!, decision });
  await ended;
  expect(said.trim().split('\n').at(-1)).toBe(decision === 'allow' ? `Welcome, ${pid}` : 'access_denied');
});

test('the challenges of the wallet guide match the test vectors', async () => {
  const { blocks } = readGuide('40-wallet-challenges.md', 'https://pid.example');
  await writeFile(path.join(folder, 'challenge.mjs'), fileOf(blocks, 'challenge.mjs'));
  const { stdout } = await run('node', ['challenge.mjs'], { cwd: folder });
  expect(stdout).toBe(blocks.find(({ marks }) => marks.get('output') === 'challenge.mjs')!.code);
});
