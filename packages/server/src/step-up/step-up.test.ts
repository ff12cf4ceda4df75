import { isStepUpChallenge } from '@pid/protocol';
import { expect, test } from 'vitest';
import type { Answer, HttpClient } from '../../test/http-client.ts';
import {
  giveFurtherPasskey,
  givePasskey,
  registerSoftPasskey,
  signInWithSoftPasskey,
} from '../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { encodeAssertion, signStepUp, stepUpOptions, withStepUp } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();

const endOthers = { method: 'DELETE', path: '/v1/auth/sessions' } as const;

function needOf(answer: Answer): string | null {
  return answer.status === 403 ? answer.headers.get('pid-error') : null;
}

/** A signed-in browser of the same player, whose sign-in is no longer recent. */
async function staleClient(email: string): Promise<HttpClient> {
  const client = service.client();
  await signInAs(client, email);
  service.clock.advanceSeconds(601);
  return client;
}

test('without a passkey a recent sign-in is sufficient; an older one gets need=recent', async () => {
  const { client } = await newPlayer(service);
  expect((await client.delete('/v1/auth/sessions')).body).toEqual({ ok: true });
  service.clock.advanceSeconds(601);
  const refused = await client.delete('/v1/auth/sessions');
  expect(refused.body).toEqual({ statusCode: 403, message: 'Confirm that it is you' });
  expect(refused.headers.get('pid-error')).toBe('step_up_required; need=recent');
  expect(needOf(await stepUpOptions(client, endOthers))).toBe('step_up_required; need=recent');
});

test('with a passkey that counts, even a recent sign-in is not sufficient: the passkey must sign exactly this request', async () => {
  const { client } = await newPlayer(service);
  const passkey = await givePasskey(client);
  expect(needOf(await client.delete('/v1/auth/sessions'))).toBe('step_up_required; need=assertion');
  const options = await stepUpOptions(client, endOthers);
  expect(options.body).toEqual({
    challenge: expect.any(String),
    allowCredentials: [{ id: passkey.credentialId, type: 'public-key', transports: ['internal'] }],
    userVerification: 'required',
    expiresAt: expect.stringMatching(/Z$/),
  });
  const challenge = Buffer.from(options.body.challenge, 'base64url');
  expect(isStepUpChallenge(challenge, { ...endOthers, query: {}, body: null })).toBe(true);
  expect((await withStepUp(client, passkey, endOthers)).body).toEqual({ ok: true });
});

test('a challenge is consumed when presented, even by a failing request, and works once for two concurrent requests', async () => {
  const { client } = await newPlayer(service);
  const passkey = await givePasskey(client);
  const header = { 'pid-assertion': await signStepUp(client, passkey, endOthers) };
  const both = await Promise.all([1, 2].map(() => client.delete('/v1/auth/sessions', undefined, header)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);

  const options = await stepUpOptions(client, endOthers);
  const unverified = encodeAssertion(passkey.assert(options.body, { userVerified: false }));
  const refused = await client.delete('/v1/auth/sessions', undefined, { 'pid-assertion': unverified });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('not verified') } });
  const again = { 'pid-assertion': encodeAssertion(passkey.assert(options.body)) };
  expect(needOf(await client.delete('/v1/auth/sessions', undefined, again))).toBe(
    'step_up_required; need=assertion',
  );
});

test('a signature for one request confirms no other operation, parameter, body or session', async () => {
  const { client, email } = await newPlayer(service);
  const passkey = await givePasskey(client);
  const device = service.client();
  await signInAs(device, email);
  const { items } = (await client.get('/v1/auth/sessions')).body;
  const other = items.find((session: { current: boolean }) => !session.current);
  const signedFor = async (path: string, body?: unknown, by = client) => ({
    'pid-assertion': await signStepUp(by, passkey, {
      method: 'DELETE',
      path,
      ...(body === undefined ? {} : { body }),
    }),
  });
  const wrong = [
    await signedFor(`/v1/auth/sessions/${other.id}`),
    await signedFor('/v1/auth/sessions', {}),
    await signedFor('/v1/auth/sessions?all=1'),
    await signedFor('/v1/auth/sessions', undefined, device),
  ];
  for (const headers of wrong) {
    const answer = await client.delete('/v1/auth/sessions', undefined, headers);
    expect(needOf(answer)).toBe('step_up_required; need=assertion');
  }
  const doubled = await client.delete('/v1/auth/sessions?a=1&a=2');
  expect(doubled.body.message).toEqual(['query must have each name once']);
  const swapped = await signedFor(`/v1/auth/sessions/${crypto.randomUUID()}`);
  const answer = await client.delete(`/v1/auth/sessions/${other.id}`, undefined, swapped);
  expect(needOf(answer)).toBe('step_up_required; need=assertion');
  expect((await device.get('/v1/identity/me')).status).toBe(200);
});

test('a challenge expires after five minutes', async () => {
  const { client } = await newPlayer(service);
  const passkey = await givePasskey(client);
  const header = { 'pid-assertion': await signStepUp(client, passkey, endOthers) };
  service.clock.advanceSeconds(301);
  expect(needOf(await client.delete('/v1/auth/sessions', undefined, header))).toBe(
    'step_up_required; need=assertion',
  );
});

test('a passkey of another player, or one that waits for approval, confirms nothing', async () => {
  const { client } = await newPlayer(service);
  await givePasskey(client);
  const waiting = (await registerSoftPasskey(client)).passkey;
  const stranger = await newPlayer(service);
  const foreign = await givePasskey(stranger.client);
  for (const signer of [waiting, foreign]) {
    expect(needOf(await withStepUp(client, signer, endOthers))).toBe('step_up_required; need=assertion');
  }
});

test('an invalid assertion is refused, and an operation without step-up has no challenge', async () => {
  const { client } = await newPlayer(service);
  await givePasskey(client);
  for (const header of ['!', 'e30', Buffer.from('[').toString('base64url'), encodeAssertion({ id: 1 })]) {
    const answer = await client.delete('/v1/auth/sessions', undefined, { 'pid-assertion': header });
    expect(answer.body.message).toEqual(['pid-assertion must be the base64url of an Assertion in JSON']);
  }
  for (const operation of [
    'withdraw',
    'rotateAuthority',
    'activateAccount',
    'claimHandle',
    'getIdentity',
    'nothing',
  ]) {
    const answer = await client.post('/v1/step-up/options', { operation });
    expect(answer.body.message).toEqual(['operation must be one that requires step-up']);
  }
  const deep = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`);
  expect(
    (await client.post('/v1/step-up/options', { operation: 'endOtherSessions', body: deep })).status,
  ).toBe(400);
});

test('other origins may not send the header', async () => {
  const preflight = await service.client().send('OPTIONS', '/v1/auth/sessions', undefined, {
    origin: 'http://localhost:9999',
    'access-control-request-method': 'DELETE',
    'access-control-request-headers': 'pid-assertion',
  });
  expect(preflight.headers.get('access-control-allow-headers')).not.toContain('pid-assertion');
});

test('a first passkey registered by an old session counts after 72 hours; until then it signs in but confirms nothing', async () => {
  const { client, email } = await newPlayer(service);
  const stolen = await staleClient(email);
  const planted = await givePasskey(stolen);
  expect(needOf(await stolen.delete('/v1/auth/sessions'))).toBe('step_up_required; need=recent');
  expect(needOf(await stepUpOptions(stolen, endOthers))).toBe('step_up_required; need=recent');

  const { client: signedIn, answer } = await signInWithSoftPasskey(service, planted);
  expect(answer.status).toBe(200);
  expect(needOf(await signedIn.delete('/v1/auth/sessions'))).toBe('step_up_required; need=recent');
  expect((await client.get('/v1/identity/me')).status).toBe(200);

  service.clock.advanceSeconds(72 * 3600);
  const { client: later } = await signInWithSoftPasskey(service, planted);
  expect(needOf(await later.delete('/v1/auth/sessions'))).toBe('step_up_required; need=assertion');
  expect((await withStepUp(later, planted, endOthers)).body).toEqual({ ok: true });
});

test('a passkey counts immediately if registered right after a provider sign-in or approved by one that counts', async () => {
  const { client } = await newPlayer(service);
  const first = await givePasskey(client);
  service.clock.advanceSeconds(601);
  const { client: other } = await signInWithSoftPasskey(service, first);
  const second = await giveFurtherPasskey(other, first);
  expect((await withStepUp(other, second, endOthers)).body).toEqual({ ok: true });
});
