import { expect, test } from 'vitest';
import {
  giveFurtherPasskey,
  givePasskey,
  registerSoftPasskey,
  signInWithSoftPasskey,
} from '../../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { answersStepUp } from '../../../test/step-up-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { randomIds } from '../../platform/ids.ts';
import { findActivePasskey, markPasskeyRevoked, restorePasskey } from '../index.ts';
import { unlinkCredential } from '../unlink-credential.ts';
import { passkeyRevocationOptions, revokePasskey } from './revoke-passkey.ts';
import { listPasskeys } from './list-passkeys.ts';

const service = await startTestService();
const origin = { address: null, userAgent: null };

async function playerWithTwo() {
  const player = await newPlayer(service);
  const first = await givePasskey(player.client);
  const second = await giveFurtherPasskey(player.client, first);
  return { ...player, first, second };
}

/**
 * Builds the caller that the platform would pass, for a case that HTTP cannot reach: an authority on the
 * chain.
 */
async function callerOf(passkeyId: string): Promise<UserCaller> {
  const { rows } = await service.db.query<{ identity_id: string; session_id: string; handle: string }>(
    'select p.identity_id, s.id as session_id, i.handle from passkeys p join identities i on i.id = p.identity_id join sessions s on s.identity_id = i.id where p.id = $1 limit 1',
    [passkeyId],
  );
  const { identity_id: identityId, session_id: sessionId, handle } = rows[0]!;
  const now = service.clock.now();
  return {
    type: 'user',
    via: 'session',
    identityId,
    pid: `${handle}@pid`,
    status: 'active',
    createdAt: now.toISOString(),
    sessionId,
    authenticatedAt: now,
    method: 'dev',
    countsAsRecent: true,
  };
}

test('a passkey is revoked with the signature of another passkey or its own', async () => {
  const { client, first, second } = await playerWithTwo();
  const options = await client.post(`/v1/passkeys/${first.id}/revocation`);
  expect(options.body.allowCredentials).toHaveLength(2);
  expect(
    (await client.delete(`/v1/passkeys/${first.id}`, { assertion: second.assert(options.body) })).body,
  ).toEqual({ ok: true });
  expect((await client.get('/v1/passkeys')).body).toMatchObject([{ id: second.id }]);
  const own = await client.post(`/v1/passkeys/${second.id}/revocation`);
  expect(
    (await client.delete(`/v1/passkeys/${second.id}`, { assertion: second.assert(own.body) })).body,
  ).toEqual({ ok: true });
  expect((await client.get('/v1/passkeys')).body).toEqual([]);
  const activity = await client.get('/v1/identity/activity');
  expect(activity.body.items[0]).toMatchObject({
    action: 'passkey.revoked',
    target: second.id,
    details: { signedBy: second.id },
  });
});

test('a stolen cookie cannot revoke all passkeys and then register a first one', async () => {
  const { client, first, second, email } = await playerWithTwo();
  const thief = service.client();
  thief.setCookie('pid_access', client.cookie('pid_access')!);
  const mine = (await registerSoftPasskey(thief)).passkey;
  for (const target of [first, second]) {
    const options = await thief.post(`/v1/passkeys/${target.id}/revocation`);
    expect(
      (await thief.delete(`/v1/passkeys/${target.id}`, { assertion: mine.assert(options.body) })).body
        .message,
    ).toContain('does not know it');
    expect((await thief.delete(`/v1/passkeys/${target.id}`)).headers.get('pid-error')).toBe(
      'step_up_required; need=assertion',
    );
  }
  expect((await thief.get('/v1/passkeys')).body).toHaveLength(2);
  // Even after the owner has removed all passkeys, the cookie of an old sign-in is not enough.
  for (const target of [first, second]) {
    const options = await client.post(`/v1/passkeys/${target.id}/revocation`);
    expect(
      (await client.delete(`/v1/passkeys/${target.id}`, { assertion: target.assert(options.body) })).status,
    ).toBe(200);
  }
  service.clock.advanceSeconds(601);
  expect((await registerSoftPasskey(thief)).answer.body).toEqual({
    statusCode: 403,
    message: 'Sign in again',
  });
  await signInAs(client, email);
  expect((await registerSoftPasskey(client)).answer.body.status).toBe('active');
});

test('removing a passkey ends only the sessions that were opened with it', async () => {
  const { client, first, second } = await playerWithTwo();
  const [lost, kept] = await Promise.all([
    signInWithSoftPasskey(service, first),
    signInWithSoftPasskey(service, second),
  ]);
  const options = await client.post(`/v1/passkeys/${first.id}/revocation`);
  await client.delete(`/v1/passkeys/${first.id}`, { assertion: second.assert(options.body) });
  expect((await lost.client.get('/v1/identity/me')).status).toBe(401);
  expect((await lost.client.post('/v1/auth/refresh')).status).toBe(401);
  expect((await kept.client.get('/v1/identity/me')).status).toBe(200);
  expect((await client.get('/v1/identity/me')).status).toBe(200);
  expect((await client.get('/v1/identity/activity')).body.items[0].details).toMatchObject({
    sessionsEnded: 1,
  });
});

test('removing the passkey of the current session keeps that session', async () => {
  const { first, second } = await playerWithTwo();
  const { client } = await signInWithSoftPasskey(service, first);
  const options = await client.post(`/v1/passkeys/${first.id}/revocation`);
  await client.delete(`/v1/passkeys/${first.id}`, { assertion: second.assert(options.body) });
  expect((await client.get('/v1/passkeys')).body).toMatchObject([{ id: second.id }]);
});

test('the signature of a revocation is valid for one passkey, one session and one use', async () => {
  const { client, first, second, email } = await playerWithTwo();
  const third = await giveFurtherPasskey(client, first);
  const forFirst = await client.post(`/v1/passkeys/${first.id}/revocation`);
  expect(
    (await client.delete(`/v1/passkeys/${second.id}`, { assertion: third.assert(forFirst.body) })).body
      .message,
  ).toContain('challenge is unknown');
  const other = service.client();
  await signInAs(other, email);
  expect(
    (await other.delete(`/v1/passkeys/${first.id}`, { assertion: third.assert(forFirst.body) })).body.message,
  ).toContain('challenge is unknown');
  expect(
    (await client.delete(`/v1/passkeys/${first.id}`, { assertion: third.assert(forFirst.body) })).status,
  ).toBe(200);
  expect(
    (await client.delete(`/v1/passkeys/${first.id}`, { assertion: third.assert(forFirst.body) })).status,
  ).toBe(404);
});

test('does not find a passkey of another identity', async () => {
  const { first } = await playerWithTwo();
  const stranger = await newPlayer(service);
  await givePasskey(stranger.client);
  expect((await stranger.client.post(`/v1/passkeys/${first.id}/revocation`)).body).toEqual({
    statusCode: 404,
    message: 'No such passkey',
  });
});

test('lists logins and passkeys, each passkey with the email address of the login that registered it', async () => {
  const { client, first, second, email } = await playerWithTwo();
  const { client: byPasskey } = await signInWithSoftPasskey(service, first);
  const third = await giveFurtherPasskey(byPasskey, second);
  const listed = await client.get('/v1/identity/credentials');
  expect(listed.body).toMatchObject([
    { provider: 'dev', email },
    { id: first.id, provider: 'passkey', email },
    { id: second.id, provider: 'passkey', email },
    { id: third.id, provider: 'passkey', email: '' },
  ]);
  const [, signedIn, fresh] = listed.body;
  expect(fresh.lastLoginAt).toBe(fresh.linkedAt);
  expect(signedIn.lastLoginAt > signedIn.linkedAt).toBe(true);
  expect(Object.keys(fresh).toSorted()).toEqual(['email', 'id', 'lastLoginAt', 'linkedAt', 'provider']);
});

test('refuses to remove the last credential, login or passkey', async () => {
  const { client } = await newPlayer(service);
  const [login] = (await client.get('/v1/identity/credentials')).body;
  expect((await client.delete(`/v1/identity/credentials/${login.id}`)).body.message).toContain(
    'last way to sign in to the identity',
  );
  const passkey = await givePasskey(client);
  answersStepUp(client, passkey);
  const options = await client.post(`/v1/passkeys/${passkey.id}/revocation`);
  expect((await client.delete(`/v1/identity/credentials/${login.id}`)).body).toEqual({ ok: true });
  expect((await client.get('/v1/identity/credentials')).body).toMatchObject([
    { provider: 'passkey', email: '' },
  ]);
  expect(
    (await client.delete(`/v1/passkeys/${passkey.id}`, { assertion: passkey.assert(options.body) })).body
      .message,
  ).toContain('last way to sign in to the identity');
  expect((await client.post(`/v1/passkeys/${passkey.id}/revocation`)).body.message).toContain(
    'last way to sign in to the identity',
  );
});

test('refuses to unlink a passkey like a login, because that requires no signature for this removal', async () => {
  const { client, first } = await playerWithTwo();
  answersStepUp(client, first);
  const answer = await client.delete(`/v1/identity/credentials/${first.id}`);
  expect(answer.body).toEqual({
    statusCode: 400,
    message: 'Remove a passkey with DELETE /v1/passkeys/{id}, signed by a passkey',
  });
});

test('marks the passkey that controls the smart account, and only a rotation can remove it', async () => {
  const { client, first, second } = await playerWithTwo();
  const caller = await callerOf(first.id);
  const deps = {
    db: service.db,
    clock: service.clock,
    ids: randomIds,
    relyingParty: { rpId: 'localhost', origin: service.baseUrl, relatedOrigins: [] },
    burnKey: Buffer.alloc(32),
    authorityOf: async () => first.credentialId,
  };
  expect(await listPasskeys(deps, caller.identityId)).toMatchObject([
    { id: first.id, authority: true },
    { id: second.id, authority: false },
  ]);
  await expect(passkeyRevocationOptions(deps, { caller, passkeyId: first.id })).rejects.toThrow(
    'rotate the authority',
  );
  await expect(unlinkCredential(deps, { caller, credentialId: first.id, origin })).rejects.toThrow(
    'rotate the authority',
  );
  // The authority changed between the challenge and the signature.
  const options = await passkeyRevocationOptions(deps, { caller, passkeyId: second.id });
  const moved = { ...deps, authorityOf: async () => second.credentialId };
  await expect(
    revokePasskey(moved, {
      caller,
      passkeyId: second.id,
      assertion: first.assert(options),
      requireStepUp: async () => {},
      origin,
    }),
  ).rejects.toThrow('rotate the authority');
  expect((await client.get('/v1/passkeys')).body).toHaveLength(2);
});

test('the revocation by a rotation can be undone, the one by the owner cannot', async () => {
  const { client, first, second } = await playerWithTwo();
  const { identityId } = await callerOf(first.id);
  const now = service.clock.now();
  const revoke = (reason: 'rotated' | 'removed') =>
    service.db.transaction((tx) => markPasskeyRevoked(tx, { identityId, passkeyId: first.id, reason, now }));
  const restore = () =>
    service.db.transaction((tx) => restorePasskey(tx, { identityId, passkeyId: first.id }));
  expect(await revoke('rotated')).toEqual({ name: expect.any(String) });
  expect(await revoke('rotated')).toBeNull();
  expect(await findActivePasskey(service.db, identityId, first.credentialId)).toBeNull();
  expect(await restore()).toBe(true);
  expect(await findActivePasskey(service.db, identityId, first.credentialId)).toMatchObject({
    id: first.id,
    revokedAt: null,
  });
  const options = await client.post(`/v1/passkeys/${first.id}/revocation`);
  await client.delete(`/v1/passkeys/${first.id}`, { assertion: second.assert(options.body) });
  expect(await restore()).toBe(false);
});
