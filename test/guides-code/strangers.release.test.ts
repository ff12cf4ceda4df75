import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { onFileEnd } from '../../packages/server/test/file-end.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { emptyFolder, npmInstall } from '../examples/copy-out.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { fileOf, readGuide } from './read-guide.ts';

// Login tools that insist on an e-mail address, with the settings of the guide.

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const service = await startTestService();
const { blocks } = readGuide('10-sign-in-web.md', service.baseUrl);

/** Starts a program that listens at `site`, and ends it with the test file. */
async function start(
  command: string,
  given: readonly string[],
  options: { site: string; cwd: string; env?: Record<string, string> },
) {
  const child = spawn(command, given, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onFileEnd(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  });
  await vi.waitFor(() => fetch(options.site, { redirect: 'manual' }), { timeout: 60_000, interval: 100 });
}

/** Allows the login that a tool started, and returns the address that the browser goes to. */
async function allow(client: HttpClient, address: string): Promise<string> {
  const login = new URL(address);
  expect(login.origin + login.pathname).toBe(`${service.baseUrl}/authorize`);
  const { status, body, text } = await client.post('/v1/auth/authorize', {
    ...Object.fromEntries(login.searchParams),
    decision: 'allow',
  });
  expect([status, text]).toEqual([200, expect.any(String)]);
  return body.redirectTo;
}

test('better-auth signs a player in with the provider of the guide', async () => {
  const folder = await emptyFolder();
  await npmInstall(folder, 'better-auth@1.7.7');
  const site = `http://localhost:${await freePort()}`;
  const { client, pid } = await newPlayer(service);
  const app = await newApp(client);
  await writeFile(path.join(folder, 'pid-provider.mjs'), fileOf(blocks, 'pid-provider.mjs'));
  await writeFile(
    path.join(folder, 'site.mjs'),
    `import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { toNodeHandler } from 'better-auth/node';
import { genericOAuth } from 'better-auth/plugins';
import { pid } from './pid-provider.mjs';
const database = memoryAdapter({ user: [], session: [], account: [], verification: [] });
const auth = betterAuth({ baseURL: '${site}', secret: 'a secret of this test, which is long enough', database, plugins: [genericOAuth({ config: [pid] })] });
createServer(toNodeHandler(auth)).listen(${new URL(site).port}, 'localhost');`,
  );
  await start(process.execPath, ['site.mjs'], {
    site,
    cwd: folder,
    env: { CLIENT_ID: app.clientId, CLIENT_SECRET: app.clientSecret },
  });
  const visitor = new HttpClient(site);
  const begun = await visitor.post(
    '/api/auth/sign-in/social',
    { provider: 'pid', callbackURL: '/in' },
    { origin: site },
  );
  expect([begun.status, begun.text]).toEqual([200, expect.any(String)]);
  await visitor.browse(await allow(client, begun.body.url));
  const { body } = await visitor.get('/api/auth/get-session');
  expect(body.user).toMatchObject({ email: pid, emailVerified: false });
});

const goProxy = ensureTool('oauth2-proxy', { go: 'github.com/oauth2-proxy/oauth2-proxy/v7@v7.8.1' });
const noProxy = skipReason({ 'oauth2-proxy': goProxy });

test.skipIf(noProxy !== '')(
  `oauth2-proxy protects a site with the flags of the guide${noProxy}`,
  async () => {
    const [site, folder] = [`http://localhost:${await freePort()}`, await emptyFolder()];
    const { client, pid } = await newPlayer(service);
    const app = await newApp(client);
    const command = blocks.find(({ code }) => code.startsWith('oauth2-proxy '))!.code;
    const script = command
      .replace('oauth2-proxy ', `exec "$PROXY" --http-address=${new URL(site).host} --cookie-secure=false `)
      .replace('https://game.example', site)
      .replace('http://localhost:8080', 'static://200')
      // Tells the visitor who is signed in.
      .replace('--provider=', '--set-xauthrequest --provider=');
    await start('bash', ['-c', script], {
      site,
      cwd: folder,
      env: {
        PROXY: goProxy!,
        CLIENT_ID: app.clientId,
        CLIENT_SECRET: app.clientSecret,
        COOKIE_SECRET: '0123456789abcdef',
      },
    });
    const visitor = new HttpClient(site);
    const begun = await visitor.get('/oauth2/start?rd=%2F', { accept: 'text/html' });
    expect(begun.status).toBe(302);
    const inside = await visitor.browse(await allow(client, begun.headers.get('location')!));
    expect([inside.status, inside.text]).toEqual([200, expect.stringContaining('Authenticated')]);
    const who = await visitor.get('/oauth2/userinfo');
    expect(who.body).toMatchObject({ email: pid, user: pid });
  },
);
