import { expect, test, vi } from 'vitest';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { sharedFolder, startPid, temporaryFolder } from './pid-process.ts';

// Each test starts whole processes with a database, which takes long on slow machines.
vi.setConfig({ testTimeout: 180_000 });

async function claim(baseUrl: string, handle: string): Promise<HttpClient> {
  const client = new HttpClient(baseUrl);
  await signInAs(client, `${handle}@example.com`);
  expect((await client.post('/v1/auth/claim', { handle })).status).toBe(200);
  return client;
}

const folder = sharedFolder();

test('acknowledged writes survive kill -9, and the next start continues, also on another port', async () => {
  const first = await startPid(await folder(), { environment: { PID_LOG_LEVEL: 'info' } });
  await expect.poll(first.output).toMatch(new RegExp(`"address":"${first.baseUrl}".*"msg":"PID is ready"`));
  await claim(first.baseUrl, 'survivor');
  first.child.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  const second = await startPid(await folder());
  const client = new HttpClient(second.baseUrl);
  expect((await client.get('/v1/chain')).body).toMatchObject({ origin: second.baseUrl });
  await signInAs(client, 'survivor@example.com');
  expect((await client.get('/v1/auth/claim')).status).toBe(200);
  expect((await client.get('/v1/profiles/survivor@pid')).status).toBe(200);
});

test('a second process on the same folder or port ends with a reason, and the first keeps serving', async () => {
  const first = await startPid(await folder());
  const second = await startPid(await folder(), { waitForReady: false });
  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(/in use|another|running/i);
  const taken = await startPid(await temporaryFolder(), {
    waitForReady: false,
    environment: { PID_PORT: new URL(first.baseUrl).port },
  });
  expect(await taken.ended).toBe(1);
  expect(taken.output()).toMatch(/Port \d+ .* is taken by another process/);
  expect((await fetch(`${first.baseUrl}/readyz`)).status).toBe(200);
});
