import { expect, test } from 'vitest';
import { newAccount, rotationBody } from '../../../test/account-helper.ts';
import { givePasskey, registerSoftPasskey } from '../../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { createSoftPasskey } from '../../../test/soft-passkey.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();

/** A pending passkey and the one that can approve it, in one session. */
async function waitingPasskey() {
  const player = await newPlayer(service);
  const old = await givePasskey(player.client, { counter: 1 });
  const { passkey, answer } = await registerSoftPasskey(player.client, { counter: 5 });
  const approval = `/v1/credential-approvals/${answer.body.approvalId}`;
  const proven = async () =>
    (await player.client.get('/v1/passkeys')).body.find(
      (known: { credentialId: string }) => known.credentialId === passkey.credentialId,
    )?.proven;
  return { ...player, old, passkey, approval, proven };
}

test('a passkey that signs its own approval can take over the wallet immediately, without a sign-in', async () => {
  const owner = await newAccount(service);
  const { passkey: next, answer } = await registerSoftPasskey(owner.client);
  const approval = `/v1/credential-approvals/${answer.body.approvalId}`;
  const { body: options } = await owner.client.post(`${approval}/options`);
  const approved = await owner.client.post(`${approval}/approve`, {
    assertion: owner.passkey.assert(options),
    newAssertion: next.assert(options),
  });
  expect(approved.body).toEqual({ status: 'active', id: expect.any(String) });
  const rotated = await owner.client.post('/v1/account/rotate', await rotationBody(owner, next));
  expect(rotated).toMatchObject({ status: 200, body: { status: 'confirmed' } });
});

test('refuses an approval with a proof by another key, over another challenge or with a fallen counter', async () => {
  const { client, old, passkey, approval, proven } = await waitingPasskey();
  const stranger = createSoftPasskey({ origin: service.baseUrl });
  const attempt = async (
    forge: (challenge: { challenge: string }, other: { challenge: string }) => unknown,
  ) => {
    const other = await client.post(`${approval}/options`);
    const { body: options } = await client.post(`${approval}/options`);
    return client.post(`${approval}/approve`, {
      assertion: old.assert(options),
      newAssertion: forge(options, other.body),
    });
  };
  const refused = [
    await attempt((options) => stranger.assert(options)),
    await attempt((options) => old.assert(options)),
    await attempt((options) => ({ ...stranger.assert(options), id: passkey.credentialId })),
    await attempt((_options, other) => passkey.assert(other)),
    await attempt((options) => passkey.assert(options, { userVerified: false })),
  ];
  for (const answer of refused) {
    expect(answer.status).toBe(400);
    expect(answer.headers.get('pid-error')).toMatch(/^passkey_refused/);
  }
  const fallen = await attempt((options) => passkey.assert(options, { counter: 1 }));
  expect(fallen.headers.get('pid-error')).toMatch(/^passkey_counter_fell/);
  const activity = (await client.get('/v1/identity/activity')).body.items;
  const alarms = activity.filter(({ action }: { action: string }) => action === 'passkey.counter_fell');
  expect(alarms, 'one alarm, of the new key').toMatchObject([{ details: { knownCounter: 5 } }]);
  expect((await client.get(approval)).body.state).toBe('pending');
  expect(await proven()).toBeUndefined();
});

test('a new device proves its pending passkey, and the other device approves it', async () => {
  const { client, email, old, passkey, approval, proven } = await waitingPasskey();
  const { body: options } = await client.post(`${approval}/options`);
  expect((await client.post(`${approval}/prove`, { newAssertion: passkey.assert(options) })).body).toEqual({
    ok: true,
  });
  expect((await client.get(approval)).body.state).toBe('pending');
  const other = service.client();
  await signInAs(other, email);
  const approving = await other.post(`${approval}/options`);
  expect(
    (await other.post(`${approval}/approve`, { assertion: old.assert(approving.body) })).body.status,
  ).toBe('active');
  expect(await proven()).toBe(true);
  const late = await client.post(`${approval}/prove`, { newAssertion: passkey.assert(options) });
  expect(late.body).toEqual({ statusCode: 409, message: 'This approval was already decided' });
});

test('a proof is single-use, bound to its session, and valid only from the pending passkey', async () => {
  const { client, email, old, passkey, approval, proven } = await waitingPasskey();
  const other = service.client();
  await signInAs(other, email);
  const elsewhere = await other.post(`${approval}/options`);
  const foreign = await client.post(`${approval}/prove`, { newAssertion: passkey.assert(elsewhere.body) });
  expect(foreign.headers.get('pid-error')).toMatch(/^challenge_unknown/);
  const first = await client.post(`${approval}/options`);
  const byOld = await client.post(`${approval}/prove`, { newAssertion: old.assert(first.body) });
  expect(byOld.headers.get('pid-error')).toMatch(/^passkey_refused/);
  const spent = await client.post(`${approval}/prove`, { newAssertion: passkey.assert(first.body) });
  expect(spent.headers.get('pid-error')).toMatch(/^challenge_unknown/);
  const stranger = await newPlayer(service);
  const foreignOwner = await stranger.client.post(`${approval}/prove`, {
    newAssertion: passkey.assert(first.body),
  });
  expect(foreignOwner.status).toBe(404);
  const options = await client.post(`${approval}/options`);
  await client.post(`${approval}/approve`, { assertion: old.assert(options.body) });
  expect(await proven(), 'approved without a proof').toBe(false);
});
