import { expect, test } from 'vitest';
import {
  giveFurtherPasskey,
  givePasskey,
  registerSoftPasskey,
  removeOwnPasskey,
  signInWithSoftPasskey,
} from '../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { randomIds } from '../platform/ids.ts';
import { deleteIdentity, identityDeletionOptions } from './delete-identity.ts';

const service = await startTestService();

test('with a passkey, a deletion requires its signature, disables every sign-in and erases all personal data', async () => {
  const { client, pid, handle, email } = await newPlayer(service);
  const passkey = await givePasskey(client);
  expect((await client.patch('/v1/profile', { displayName: 'Ayu' })).status).toBe(200);
  const unsigned = await client.delete('/v1/identity/me');
  expect(unsigned.body).toEqual({ statusCode: 403, message: 'Confirm that it is you' });
  expect(unsigned.headers.get('pid-error')).toBe('step_up_required; need=assertion');
  const options = await client.post('/v1/identity/me/deletion');
  expect(options.body.allowCredentials).toMatchObject([{ id: passkey.credentialId }]);
  const assertion = passkey.assert(options.body);
  expect((await client.delete('/v1/identity/me', { assertion })).body).toEqual({ ok: true });
  expect(client.cookie('pid_access')).toBeUndefined();

  expect((await signInWithSoftPasskey(service, passkey)).answer.body).toEqual({
    statusCode: 403,
    message: 'This passkey belongs to a deleted identity',
  });
  const landed = await signInAs(service.client(), email);
  expect(landed.url).toContain('error=identity_closed');
  const { rows } = await service.db.query(
    `select (select count(*) from passkeys p where p.identity_id = i.id) as passkeys, (select count(*) from provider_logins l where l.identity_id = i.id) as logins, (select count(*) from profiles f where f.identity_id = i.id) as profiles, status
     from identities i where handle = $1`,
    [handle],
  );
  expect(rows).toEqual([{ passkeys: 0n, logins: 0n, profiles: 0n, status: 'deleted' }]);

  expect((await service.client().get(`/v1/profiles/${pid}`)).body).toEqual({
    statusCode: 404,
    message: 'No such player',
  });

  const other = await newPlayer(service);
  const creation = await other.client.post('/v1/passkeys/options');
  const reused = await other.client.post('/v1/passkeys', { response: passkey.register(creation.body) });
  expect(reused.body, `a burnt passkey of ${pid}`).toEqual({
    statusCode: 409,
    message: 'This passkey is already registered',
  });
});

test('refuses the second of two deletions at the same time', async () => {
  const { client, pid } = await newPlayer(service);
  const [handle] = pid.split('@');
  const answers = await service.db.transaction(async (tx) => {
    await tx.query('select from identities where handle = $1 for update', [handle]);
    const both = [client.delete('/v1/identity/me', {}), client.delete('/v1/identity/me', {})];
    await untilBlocked(service.db, 2);
    return both;
  });
  const replies = await Promise.all(answers);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(replies.map(({ headers }) => headers.get('pid-error'))).toContain(
    `wrong_status; pid="${pid}"; needs="active or suspended"`,
  );
});

test('a pending claim of the same login ends with the identity', async () => {
  const email = 'twice.asked@example.com';
  const [first, second] = [service.client(), service.client()];
  for (const client of [first, second]) await signInAs(client, email);
  expect((await first.post('/v1/auth/claim', { handle: 'twice_asked' })).status).toBe(200);
  expect((await first.delete('/v1/identity/me', {})).body).toEqual({ ok: true });
  expect((await second.post('/v1/auth/claim', { handle: 'asked_again' })).body).toEqual({
    statusCode: 400,
    message: 'No pending claim, sign in again',
  });
});

test('passkeys revoked earlier can never be registered again either', async () => {
  const { client } = await newPlayer(service);
  const first = await givePasskey(client);
  const second = await giveFurtherPasskey(client, first);
  expect((await removeOwnPasskey(client, first)).status).toBe(200);
  const options = await client.post('/v1/identity/me/deletion');
  expect((await client.delete('/v1/identity/me', { assertion: second.assert(options.body) })).status).toBe(
    200,
  );
  const other = await newPlayer(service);
  for (const burnt of [first, second]) {
    const creation = await other.client.post('/v1/passkeys/options');
    const reused = await other.client.post('/v1/passkeys', { response: burnt.register(creation.body) });
    expect(reused.body.message).toBe('This passkey is already registered');
  }
});

test('refuses a deletion with a signature for another action, a used challenge or another session', async () => {
  const { client, email } = await newPlayer(service);
  const passkey = await givePasskey(client);
  const wrong = [
    await client.post('/v1/auth/passkey/options'),
    await client.post(`/v1/passkeys/${passkey.id}/revocation`),
  ];
  const other = service.client();
  await signInAs(other, email);
  wrong.push(await other.post('/v1/identity/me/deletion'));
  for (const options of wrong) {
    expect(
      (await client.delete('/v1/identity/me', { assertion: passkey.assert(options.body) })).body.message,
    ).toContain('challenge is unknown');
  }
  const options = await client.post('/v1/identity/me/deletion');
  expect(
    (
      await client.delete('/v1/identity/me', {
        assertion: passkey.assert(options.body, { userVerified: false }),
      })
    ).body.message,
  ).toContain('not verified');
  expect(
    (await client.delete('/v1/identity/me', { assertion: passkey.assert(options.body) })).body.message,
  ).toContain('challenge is unknown');
  expect((await client.get('/v1/identity/me')).body.status).toBe('active');
});

test('refuses a deletion signed by another identity’s passkey or a pending one', async () => {
  const { client } = await newPlayer(service);
  await givePasskey(client);
  const waiting = (await registerSoftPasskey(client)).passkey;
  const stranger = await newPlayer(service);
  const foreign = await givePasskey(stranger.client);
  for (const signer of [waiting, foreign]) {
    const options = await client.post('/v1/identity/me/deletion');
    expect(
      (await client.delete('/v1/identity/me', { assertion: signer.assert(options.body) })).body.message,
    ).toContain('does not know it');
  }
});

test('without a passkey, a recent sign-in is required and sufficient', async () => {
  const { client, email } = await newPlayer(service);
  expect((await client.post('/v1/identity/me/deletion')).body.message).toContain('no passkey that counts');
  service.clock.advanceSeconds(601);
  expect((await client.delete('/v1/identity/me')).headers.get('pid-error')).toBe(
    'step_up_required; need=recent',
  );
  await signInAs(client, email);
  expect((await client.delete('/v1/identity/me', {})).body).toEqual({ ok: true });
});

test('a suspended identity can delete itself', async () => {
  const { client, handle } = await newPlayer(service);
  const passkey = await givePasskey(client);
  await service.db.query(`update identities set status = 'suspended' where handle = $1`, [handle]);
  service.clock.advanceSeconds(2);
  expect((await client.get('/v1/identity/me')).body.status).toBe('suspended');
  const options = await client.post('/v1/identity/me/deletion');
  expect((await client.delete('/v1/identity/me', { assertion: passkey.assert(options.body) })).body).toEqual({
    ok: true,
  });
});

test('a deletion ends every session of the identity', async () => {
  const { client, email } = await newPlayer(service);
  const other = service.client();
  await signInAs(other, email);
  expect((await client.delete('/v1/identity/me')).status).toBe(200);
  service.clock.advanceSeconds(2);
  expect((await other.get('/v1/identity/me')).status).toBe(401);
  expect((await other.post('/v1/auth/refresh')).status).toBe(401);
});

test('a guard’s reason blocks the deletion before anything is erased', async () => {
  const { client, handle, pid } = await newPlayer(service);
  const { rows } = await service.db.query<{ id: string; session_id: string }>(
    'select i.id, s.id as session_id from identities i join sessions s on s.identity_id = i.id where handle = $1',
    [handle],
  );
  const now = service.clock.now();
  const caller: UserCaller = {
    type: 'user',
    via: 'session',
    identityId: rows[0]!.id,
    pid,
    status: 'active',
    createdAt: now.toISOString(),
    sessionId: rows[0]!.session_id,
    authenticatedAt: now,
    method: 'dev',
    countsAsRecent: true,
  };
  const erased: string[] = [];
  const deps = {
    db: service.db,
    clock: service.clock,
    ids: randomIds,
    relyingParty: { rpId: 'localhost', origin: service.baseUrl, relatedOrigins: [] },
    burnKey: Buffer.alloc(32),
    guards: [async () => null, async () => ({ reason: 'operation_under_way' as const })],
    checks: [],
    erasers: [async () => void erased.push('profile')],
  };
  await expect(identityDeletionOptions(deps, caller, { abandon: null })).rejects.toThrow('in progress');
  await expect(
    deleteIdentity(deps, {
      caller,
      assertion: null,
      terms: { abandon: null },
      requireStepUp: async () => {},
      origin: { address: null, userAgent: null },
    }),
  ).rejects.toMatchObject({
    statusCode: 400,
    publicMessage: 'A wallet operation is in progress: wait until it is final',
    details: { reason: 'operation_under_way' },
  });
  expect(erased).toEqual([]);
  expect((await client.get('/v1/identity/me')).body.status).toBe('active');
});
