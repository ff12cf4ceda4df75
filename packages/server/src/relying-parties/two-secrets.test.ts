import { expect, test } from 'vitest';
import { allowApp, bearing, exchange, newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const { client: owner } = await newPlayer(service);

async function tokenOf(clientId: string, secret: string): Promise<string | null> {
  const answer = await service.client().post('/v1/auth/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  });
  return answer.status === 200 ? answer.body.access_token : null;
}
const rotate = (clientId: string, keepPreviousSeconds: number) =>
  owner.post(`/v1/apps/${clientId}/secret`, { keepPreviousSeconds });

test('two secrets work concurrently, never three; the owner can end the old one with its tokens', async () => {
  const { clientId, clientSecret: first } = await newApp(owner);
  const second = (await rotate(clientId, 3600)).body.client_secret;
  const [old, young] = [await tokenOf(clientId, first), await tokenOf(clientId, second)];
  const read = async (token: string) =>
    (await service.client().get(`/v1/apps/${clientId}/balance`, bearing(token))).status;
  expect([await read(old!), await read(young!)]).toEqual([200, 200]);
  expect((await owner.get(`/v1/apps/${clientId}`)).body.previousSecretUntil).not.toBeNull();

  const third = await rotate(clientId, 3600);
  expect([third.status, third.headers.get('pid-error')]).toEqual([409, 'two_secrets']);

  expect((await owner.delete(`/v1/apps/${clientId}/secret`)).body).toEqual({ ok: true });
  expect(await tokenOf(clientId, first)).toBeNull();
  expect(await tokenOf(clientId, second)).not.toBeNull();
  await expect.poll(() => read(old!)).toBe(401);
  expect(await read(young!)).toBe(200);
  expect((await owner.delete(`/v1/apps/${clientId}/secret`)).status).toBe(404);
  expect((await rotate(clientId, 3600)).status).toBe(200);
  // After a leak of both secrets, this rotation ends both.
  expect((await rotate(clientId, 0)).status).toBe(200);
  expect(await tokenOf(clientId, second)).toBeNull();
});

test('of two concurrent rotations one succeeds and the other is refused', async () => {
  const { clientId } = await newApp(owner);
  const answers = await Promise.all([rotate(clientId, 3600), rotate(clientId, 3600)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a stranger cannot end the previous secret of an app', async () => {
  const { clientId } = await newApp(owner);
  await rotate(clientId, 3600);
  const { client: stranger } = await newPlayer(service);
  expect((await stranger.delete(`/v1/apps/${clientId}/secret`)).status).toBe(404);
});

test('a login code can be exchanged with the previous secret until its time is over', async () => {
  const app = await newApp(owner);
  expect((await rotate(app.clientId, 60)).status).toBe(200);
  const { client: player } = await newPlayer(service);
  const [early, late] = [await allowApp(player, app), await allowApp(player, app)];
  expect((await exchange(service.client(), app, early)).status).toBe(200);
  service.clock.advanceSeconds(61);
  expect((await exchange(service.client(), app, late)).status).toBe(401);
});
