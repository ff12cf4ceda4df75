import { expect, test } from 'vitest';
import { newAccount, rotationBody } from '../../../test/account-helper.ts';
import {
  giveFurtherPasskey,
  givePasskey,
  registerSoftPasskey,
  removeOwnPasskey,
} from '../../../test/passkey-helper.ts';
import { untilFinalSeconds } from '../../../test/pace.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { createSoftPasskey } from '../../../test/soft-passkey.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();
const patience = { timeout: 60_000 };

const signalsOf = async (client: { get(path: string): Promise<{ body: unknown }> }) =>
  (await client.get('/v1/passkeys/signals')).body;

test('accepts active and pending passkeys but not removed ones, with the pid as name and the display name', async () => {
  const { client, pid } = await newPlayer(service);
  const first = await givePasskey(client);
  const second = await giveFurtherPasskey(client, first);
  const { passkey: waiting } = await registerSoftPasskey(client);
  const accepted = {
    acceptedCredentialIds: [first, second, waiting].map(({ credentialId }) => credentialId),
  };
  expect(await signalsOf(client)).toEqual({
    rpId: 'localhost',
    userId: first.userHandle,
    name: pid,
    displayName: pid,
    ...accepted,
  });
  await client.patch('/v1/profile', { displayName: 'Budi' });
  await removeOwnPasskey(client, second);
  expect(await signalsOf(client)).toMatchObject({
    name: pid,
    displayName: 'Budi',
    acceptedCredentialIds: [first.credentialId, waiting.credentialId],
  });
});

const isRevoked = (id: string, reason: string | null) =>
  service.db.query(
    `update passkeys set status = case when $2::text is null then 'active' else 'revoked' end, revoked_reason = $2,
       revoked_at = case when $2::text is not null then now() end where id = $1`,
    [id, reason],
  );

test('always accepts the authority of the vault, and returns null while the authority is uncertain', async () => {
  const owner = await newAccount(service);
  const { credentialId, id } = owner.passkey;
  // The list is null until the activation is finalized.
  service.clock.advanceSeconds(untilFinalSeconds);
  await expect
    .poll(() => signalsOf(owner.client), patience)
    .toMatchObject({ acceptedCredentialIds: [credentialId] });
  await isRevoked(id, 'lost');
  expect(await signalsOf(owner.client)).toMatchObject({ acceptedCredentialIds: [credentialId] });
  await isRevoked(id, null);

  const handTo = (key: Uint8Array) =>
    service.db.query(
      'update smart_accounts set authority = $1 where identity_id = (select identity_id from passkeys where id = $2)',
      [key, id],
    );
  await handTo(createSoftPasskey({ origin: service.baseUrl }).publicKey);
  expect(await signalsOf(owner.client), 'a key that is not known here').toMatchObject({
    acceptedCredentialIds: null,
  });
  await handTo(owner.passkey.publicKey);

  const { passkey: next, answer } = await registerSoftPasskey(owner.client);
  const approval = `/v1/credential-approvals/${answer.body.approvalId}`;
  const { body: options } = await owner.client.post(`${approval}/options`);
  const [assertion, newAssertion] = [owner.passkey.assert(options), next.assert(options)];
  await owner.client.post(`${approval}/approve`, { assertion, newAssertion });
  expect((await owner.client.post('/v1/account/rotate', await rotationBody(owner, next))).status).toBe(200);
  expect(await signalsOf(owner.client), 'the chain may still take it back').toMatchObject({
    acceptedCredentialIds: null,
  });
  service.clock.advanceSeconds(untilFinalSeconds);
  await expect
    .poll(() => signalsOf(owner.client), patience)
    .toMatchObject({ acceptedCredentialIds: [next.credentialId] });
});

test('returns null during a recovery, because the new passkey is not listed yet', async () => {
  const { client } = await newPlayer(service);
  await givePasskey(client);
  await service.db.query(
    `insert into recovery_attempts (id, identity_id, mode, state, compressed_key, session_id, started_at, ready_at, told_at)
     select gen_random_uuid(), identity_id, 'database', 'open', compressed_key, gen_random_uuid(), now(), now(), now()
     from passkeys where identity_id = (select identity_id from passkeys order by created_at desc limit 1)`,
  );
  expect(await signalsOf(client)).toMatchObject({ acceptedCredentialIds: null });
});

test('accepts a removed passkey whose certificate can still claim an unactivated vault', async () => {
  const { client } = await newPlayer(service);
  const first = await givePasskey(client);
  const second = await giveFurtherPasskey(client, first);
  expect((await client.get('/v1/account/certificate')).status).toBe(200);
  await removeOwnPasskey(client, second);
  expect(await signalsOf(client)).toMatchObject({
    acceptedCredentialIds: [first.credentialId, second.credentialId],
  });
});
