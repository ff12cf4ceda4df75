import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allowApp, newApp, newChallenge } from '../../packages/server/test/app-helper.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { fileOf, readGuide } from './read-guide.ts';
import { arrive, commandsOf } from './stranger.ts';

const service = await startTestService();
const stranger = await arrive();
const web = readGuide('10-sign-in-web.md', service.baseUrl);
const [install, startWeb] = commandsOf(web.blocks);
await stranger.install(install!);

test('the server of the web guide exchanges a code and survives a broken request', async () => {
  const { client, pid } = await newPlayer(service);
  const app = await newApp(client, { origins: [] });
  await writeFile(path.join(stranger.folder, 'server.mjs'), fileOf(web.blocks, 'server.mjs'));
  const environment = { CLIENT_ID: app.clientId, PORT: String(await freePort()) };
  const { line: game } = await stranger.begin(startWeb!, environment);
  expect(await (await fetch(game)).text()).toContain('Sign in with PID</button>');
  expect(await (await fetch(`${game}/pid-callback.html?code=1`)).text()).toContain('handleCallback()');
  const enter = (body: string) => fetch(`${game}/session`, { method: 'POST', body });
  expect((await enter('no JSON')).status).toBe(400);
  expect((await enter('{"code":"wrong","codeVerifier":"wrong"}')).status).toBe(400);
  const { codeVerifier, fields } = newChallenge();
  const code = await allowApp(client, { ...app, redirectUri: `${game}/pid-callback.html` }, fields);
  expect(await (await enter(JSON.stringify({ code, codeVerifier }))).json()).toEqual({ pid });
});

test.each(['allow', 'deny'] as const)('a console login in three steps: %s', async (decision) => {
  const { steps, blocks } = readGuide('30-sign-in-console.md', service.baseUrl);
  expect(steps).toHaveLength(3);
  const [start] = commandsOf(blocks);
  const { client, pid } = await newPlayer(service);
  const { clientId } = await newApp(client, { deviceFlow: true });
  // Only its pause is shortened.
  const code = fileOf(blocks, 'console.mjs').replace('pauseSeconds * 1000', 'pauseSeconds');
  await writeFile(path.join(stranger.folder, 'console.mjs'), code);
  const { child: device, line } = await stranger.begin(start!, { CLIENT_ID: clientId });
  let said = `${line}\n`;
  device.stdout!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said).toMatch(/ and type \S+\n/);
  const ended = once(device, 'close');
  await client.call('decideDevice', { userCode: / and type (\S+)\n/.exec(said)![1]!, decision });
  await ended;
  expect(said.trim().split('\n').at(-1)).toBe(decision === 'allow' ? `Welcome, ${pid}` : 'access_denied');
});

test('the challenges of the wallet guide match the test vectors', async () => {
  const { blocks } = readGuide('40-wallet-challenges.md', 'https://pid.example');
  await writeFile(path.join(stranger.folder, 'challenge.mjs'), fileOf(blocks, 'challenge.mjs'));
  expect(await stranger.shell('node challenge.mjs')).toBe(
    blocks.find(({ marks }) => marks.get('output') === 'challenge.mjs')!.code,
  );
});
