import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { transform } from 'esbuild';
import { expect, test } from 'vitest';
import { bearing, machineTokenOf, newApp } from '../../packages/server/test/app-helper.ts';
import { onFileEnd } from '../../packages/server/test/file-end.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { journeys, patience, shared } from '../browser/support/journey.ts';
import { press } from '../browser/support/phone.ts';
import { repository } from '../examples/copy-out.ts';
import { readGuide } from './read-guide.ts';

const address = (digit: string) => `0x${digit.repeat(40)}`;

/** A page with the script of the guide, which shows the id of the permission. */
async function startSite(script: string): Promise<string> {
  const { code } = await transform(script, { loader: 'ts' });
  const sdk = await readFile(path.join(repository, 'packages/sdk/dist/permissions.js'), 'utf8');
  const imports = JSON.stringify({ imports: { '@pid/sdk/permissions': '/sdk.js' } });
  const page = `<!doctype html><meta charset="utf-8"><title>Game</title><script type="importmap">${imports}</script>
<button>Request</button><output></output><script type="module">${code}</script>`;
  const server = createServer((request, response) => {
    const isSdk = request.url === '/sdk.js';
    response.setHeader('content-type', isSdk ? 'text/javascript' : 'text/html');
    response.end(isSdk ? sdk : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFileEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

journeys('the guide to permissions on EVM chains', shared, (world) => {
  test('its script requests a permission, and keeps the key when the page comes back', async () => {
    const { service } = world;
    const { client } = await newPlayer(service);
    const app = await newApp(client, { name: 'Dungeon Tycoon' });
    const { blocks } = readGuide('60-evm-permissions.md', service.baseUrl);
    const { code } = blocks.find(({ heading }) => heading === '3. Request a permission')!;
    const given = { account: address('1'), verifier: address('2'), token: address('6') };
    const values = { ...given, clientId: app.clientId, baseUrl: service.baseUrl };
    const site = await startSite(`
      const button = document.querySelector('button');
      const sendToYourServer = async (id) => { document.querySelector('output').textContent = id; };
      const showError = (error) => { document.querySelector('output').textContent = error.code; };
      const { ${Object.keys(values).join(', ')} } = ${JSON.stringify(values)};
      ${code}
      document.title = key.publicKey;`);

    const device = await world.device();
    const { page } = device;
    await world.player(device);
    await page.goto('/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This is your only passkey').waitFor();
    // In this browser, each window has a separate authenticator, so the page goes to PID and returns.
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto(site);
    await expect.poll(() => page.title(), patience).toMatch(/^0x04/);
    const publicKey = await page.title();
    await page.getByRole('button', { name: 'Request' }).click();
    await page.getByRole('heading', { name: 'Let Dungeon Tycoon act for your account?' }).waitFor();
    await press(page, /^Allow with your passkey$/);
    await page.waitForURL((url) => url.origin === site);
    await expect.poll(() => page.locator('output').innerText(), patience).toMatch(/^[0-9a-f-]{36}$/);
    const id = await page.locator('output').innerText();
    const headers = bearing(await machineTokenOf(service.client(), app));
    const { body } = await service.client().get(`/v1/permissions/${id}`, headers);
    expect(body).toMatchObject({ status: 'active', publicKey });
    await expect.poll(() => page.title(), patience).toBe(publicKey);
  });
});
