import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allowApp, newApp, newChallenge } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { hostedSdk, run } from '../examples/copy-out.ts';
import { fileOf, readGuide } from './read-guide.ts';
import { arrive } from './stranger.ts';

const service = await startTestService();
const { steps, blocks } = readGuide('15-guests.md', service.baseUrl);

test('the server of the guide gives a guest to the first player, and signs in the next one without it', async () => {
  expect(steps).toHaveLength(2);
  const app = await newApp((await newPlayer(service)).client);
  const login = async () => {
    const { client, pid } = await newPlayer(service);
    const { codeVerifier, fields } = newChallenge();
    return { pid, result: { code: await allowApp(client, app, fields), codeVerifier } };
  };
  const [first, second, third] = [await login(), await login(), await login()];
  const stranger = await arrive();
  const sdk = await hostedSdk(service);
  await stranger.install(`npm install ${service.baseUrl}${sdk.package.path}`);
  await writeFile(path.join(stranger.folder, 'guests.mjs'), fileOf(blocks, 'guests.mjs'));
  const program = `import { beginAsGuest, signIn } from './guests.mjs';
const guest = await beginAsGuest();
const players = [];
for (const [result, token] of [
  [${JSON.stringify(first.result)}, guest.guestToken],
  [${JSON.stringify(second.result)}, guest.guestToken],
  [${JSON.stringify(third.result)}, undefined],
]) players.push(await signIn(result, token));
console.log(JSON.stringify(players.map(({ pid, guestId }) => [pid, guestId === guest.guestId, guestId === undefined])));`;
  await writeFile(path.join(stranger.folder, 'play.mjs'), program);
  const { stdout } = await run(process.execPath, ['play.mjs'], {
    cwd: stranger.folder,
    env: { ...process.env, CLIENT_ID: app.clientId, CLIENT_SECRET: app.clientSecret },
  });
  expect(JSON.parse(stdout)).toEqual([
    [first.pid, true, false],
    [second.pid, false, true],
    [third.pid, false, true],
  ]);
});
