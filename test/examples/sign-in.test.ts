import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';

const service = await startTestService();
const root = fileURLToPath(new URL('../..', import.meta.url));

// @ts-expect-error The build is a script without types.
beforeAll(async () => (await import('../../packages/sdk/build.mjs')).buildSdk());

async function startGame(clientId: string): Promise<string> {
  const game = spawn(process.execPath, ['examples/sign-in/server.mjs'], {
    cwd: root,
    env: { ...process.env, PID_URL: service.baseUrl, CLIENT_ID: clientId, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void game.kill());
  const [line]: unknown[] = await once(game.stdout, 'data');
  return /http:\/\/\S+/.exec(String(line))![0];
}

test('the example game knows the player after a login, keeps the bearer to itself, and forgets them on sign-out', async () => {
  const { client, pid } = await newPlayer(service);
  const { clientId } = await newApp(client, { origins: [] });
  const game = new HttpClient(await startGame(clientId));

  for (const page of ['/', '/game.js', '/pid-sdk.js', '/pid-callback.html'])
    expect((await game.get(page)).status).toBe(200);
  expect((await game.get('/settings')).body).toEqual({ baseUrl: service.baseUrl, clientId });
  expect((await game.get('/session')).status).toBe(401);

  const codeVerifier = randomBytes(32).toString('base64url');
  const allowed = await client.post('/v1/auth/authorize', {
    client_id: clientId,
    redirect_uri: `${game.baseUrl}/pid-callback.html`,
    response_mode: 'web_message',
    state: 'x',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    decision: 'allow',
  });
  const code = allowed.body.pidCode;
  expect((await game.post('/session', { code, codeVerifier: 'x'.repeat(43) })).status).toBe(400);
  const entered = await game.post('/session', { code, codeVerifier });
  expect(entered.body).toMatchObject({ pid, profile: { displayName: null } });
  expect(entered.text).not.toContain('accessToken');
  expect((await game.get('/session')).body.pid).toBe(pid);
  await game.delete('/session');
  expect((await game.get('/session')).status).toBe(401);
});
