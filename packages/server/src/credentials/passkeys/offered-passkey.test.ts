import { expect, test } from 'vitest';
import { givePasskey, signInWithSoftPasskey } from '../../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { createSoftPasskey } from '../../../test/soft-passkey.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();
/** The flags that a password manager sets if it creates a passkey without a prompt. */
const nobodyAsked = { userPresent: false, userVerified: false };

test('creates a first passkey without a prompt after a provider sign-in; its later signatures require verification', async () => {
  const { client, pid } = await newPlayer(service);
  const options = await client.post('/v1/passkeys/options', { conditional: true });
  expect(options.body.authenticatorSelection.userVerification).toBe('preferred');
  const passkey = createSoftPasskey({ origin: service.baseUrl });
  const added = await client.post('/v1/passkeys', { response: passkey.register(options.body, nobodyAsked) });
  expect(added.body).toEqual({ status: 'active', id: expect.any(String) });
  expect((await signInWithSoftPasskey(service, passkey)).answer.body).toEqual({ ok: true, pid });
  const unverified = await signInWithSoftPasskey(service, passkey, { userVerified: false });
  expect(unverified.answer.headers.get('pid-error')).toMatch(/user_unverified/);
});

test('an ordinary registration requires user verification', async () => {
  const { client } = await newPlayer(service);
  const options = await client.post('/v1/passkeys/options');
  expect(options.body.authenticatorSelection.userVerification).toBe('required');
  const passkey = createSoftPasskey({ origin: service.baseUrl });
  const refused = await client.post('/v1/passkeys', {
    response: passkey.register(options.body, nobodyAsked),
  });
  expect(refused.headers.get('pid-error')).toMatch(/^passkey_refused; reason="?user_absent/);
});

test('refuses a second passkey without a prompt, and one in an old session', async () => {
  const { client } = await newPlayer(service);
  const offered = await client.post('/v1/passkeys/options', { conditional: true });
  await givePasskey(client);
  const late = createSoftPasskey({ origin: service.baseUrl });
  const second = await client.post('/v1/passkeys', { response: late.register(offered.body, nobodyAsked) });
  expect(second.headers.get('pid-error')).toMatch(/^passkey_refused/);
  expect((await client.post('/v1/passkeys/options', { conditional: true })).status).toBe(400);

  const old = await newPlayer(service);
  const early = await old.client.post('/v1/passkeys/options', { conditional: true });
  service.clock.advanceSeconds(599);
  const kept = createSoftPasskey({ origin: service.baseUrl });
  service.clock.advanceSeconds(2);
  const stale = await old.client.post('/v1/passkeys', { response: kept.register(early.body, nobodyAsked) });
  expect(stale.status).not.toBe(201);
  expect((await old.client.post('/v1/passkeys/options', { conditional: true })).body).toEqual({
    statusCode: 403,
    message: 'Sign in again',
  });
});

test('requires a recent sign-in before creating a first passkey that must count', async () => {
  const { client, email } = await newPlayer(service);
  const ask = () => client.post('/v1/passkeys/options', { counting: true });
  expect((await ask()).status).toBe(200);
  service.clock.advanceSeconds(601);
  expect((await ask()).headers.get('pid-error')).toBe('sign_in_again');
  // Without `counting`, a first passkey can still be registered from any session.
  expect((await client.post('/v1/passkeys/options')).status).toBe(200);
  await signInAs(client, email);
  await givePasskey(client);
  service.clock.advanceSeconds(601);
  expect((await ask()).status).toBe(200);
});
