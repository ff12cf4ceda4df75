import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/support/searches.ts';
import {
  givePasskey,
  giveFurtherPasskey,
  registerSoftPasskey,
  signInWithSoftPasskey,
} from '../../../test/passkey-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { createSoftPasskey, type Overrides } from '../../../test/soft-passkey.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();
const { client: owner, pid } = await newPlayer(service);
const passkey = await givePasskey(owner);

test('a passkey signs in without a handle and opens a session with method passkey', async () => {
  const { client, answer } = await signInWithSoftPasskey(service, passkey);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ ok: true, pid });
  expect(client.cookieAttributes('pid_access')).toContain('HttpOnly');
  expect((await client.get('/v1/identity/me')).body.pid).toBe(pid);
  const { rows } = await service.db.query('select method from sessions order by created_at desc limit 1');
  expect(rows).toEqual([{ method: 'passkey' }]);
  const activity = await client.get('/v1/identity/activity');
  expect(activity.body.items[0]).toMatchObject({
    action: 'session.signed_in',
    actor: pid,
    details: { provider: 'passkey', passkey: passkey.id },
  });
});

test('options are discoverable and bound to the browser by a short-lived HttpOnly cookie', async () => {
  const client = service.client();
  const options = await client.post('/v1/auth/passkey/options');
  expect(options.body).toEqual({
    challenge: expect.any(String),
    rpId: 'localhost',
    timeout: 600_000,
    userVerification: 'required',
    allowCredentials: [],
  });
  expect(client.cookieAttributes('pid_passkey')).toBe('Path=/v1/auth; Max-Age=600; HttpOnly; SameSite=Lax');
});

test('the first sign-in proves the key and updates lastUsedAt, lastLoginAt and the counter', async () => {
  const player = await newPlayer(service);
  const device = await givePasskey(player.client, { counter: 3 });
  const stored = async () =>
    (
      await service.db.query<Record<'last_used_at' | 'last_login_at' | 'created_at', Date>>(
        'select counter, proven_at, last_used_at, last_login_at, created_at from passkeys where id = $1',
        [device.id],
      )
    ).rows[0]!;
  expect(await stored()).toMatchObject({ counter: 3n, proven_at: null });
  await signInWithSoftPasskey(service, device);
  const after = await stored();
  expect(after).toMatchObject({ counter: 4n, proven_at: expect.any(Date) });
  expect(after.last_login_at > after.created_at).toBe(true);
  expect(after.last_used_at).toEqual(after.last_login_at);
});

describe('a sign-in is refused', () => {
  const stranger = createSoftPasskey({ origin: service.baseUrl });
  const cases: [name: string, overrides: Overrides, sentence: string][] = [
    ['from another origin', { origin: 'http://localhost.evil.example' }, 'another origin'],
    ['from inside another site', { crossOrigin: true }, 'frame of another site'],
    ['for another rpId', { rpId: 'evil.example' }, 'another site'],
    ['without user verification', { userVerified: false }, 'not verified'],
    ['without user presence', { userPresent: false }, 'not present'],
    ['with a flipped backup-eligible flag', { backupEligible: true }, 'backup eligibility has changed'],
    ['with the response of a registration', { type: 'webauthn.create' }, 'not of type webauthn.get'],
    ['signed by another key', { signer: stranger }, 'signature is invalid'],
    [
      'with a challenge never issued',
      { challenge: Buffer.concat([Buffer.from('PID:LOGIN\0'), randomBytes(32)]) },
      'challenge is unknown',
    ],
    [
      'with the userHandle of another identity',
      { userHandle: randomBytes(16).toString('base64url') },
      'another identity',
    ],
    ['with an unknown credential', { id: stranger.credentialId, signer: stranger }, 'does not know it'],
    ['with a wallet’s 32-byte digest as challenge', { challenge: randomBytes(32) }, 'challenge is unknown'],
  ];
  test.each(cases)('%s', async (_name, overrides, sentence) => {
    const { client, answer } = await signInWithSoftPasskey(service, passkey, overrides);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ statusCode: 400, message: expect.stringContaining(sentence) });
    expect(client.cookie('pid_access')).toBeUndefined();
  });

  test('when the counter fell, which is audited', async () => {
    const player = await newPlayer(service);
    const device = await givePasskey(player.client, { counter: 10 });
    expect((await signInWithSoftPasskey(service, device)).answer.status).toBe(200);
    const { answer } = await signInWithSoftPasskey(service, device, { counter: 10 });
    expect(answer.body.message).toContain('counter went back');
    const activity = await player.client.get('/v1/identity/activity');
    expect(activity.body.items[0]).toMatchObject({
      action: 'passkey.counter_fell',
      target: device.id,
      details: { knownCounter: 11 },
    });
    expect((await signInWithSoftPasskey(service, device)).answer.status).toBe(200);
  });

  test('when the challenge was used before', async () => {
    const client = service.client();
    const options = await client.post('/v1/auth/passkey/options');
    const response = passkey.login(options.body);
    expect((await client.post('/v1/auth/passkey', { response })).status).toBe(200);
    expect((await client.post('/v1/auth/passkey', { response })).body.message).toContain(
      'challenge is unknown',
    );
  });

  test('when another browser requested the challenge', async () => {
    const [asker, thief] = [service.client(), service.client()];
    const options = await asker.post('/v1/auth/passkey/options');
    const response = passkey.login(options.body);
    expect((await thief.post('/v1/auth/passkey', { response })).body.message).toContain(
      'challenge is unknown',
    );
    await thief.post('/v1/auth/passkey/options');
    expect((await thief.post('/v1/auth/passkey', { response })).body.message).toContain(
      'challenge is unknown',
    );
    expect((await asker.post('/v1/auth/passkey', { response })).status).toBe(200);
  });

  test('when the challenge was issued for a registration or a deletion in the same browser', async () => {
    const { client } = await signInWithSoftPasskey(service, passkey);
    for (const path of ['/v1/passkeys/options', '/v1/identity/me/deletion']) {
      const options = await client.post(path);
      expect(options.status).toBe(200);
      expect(
        (await client.post('/v1/auth/passkey', { response: passkey.login(options.body) })).body.message,
      ).toContain('challenge is unknown');
    }
  });

  test('when the challenge is older than ten minutes', async () => {
    const client = service.client();
    const options = await client.post('/v1/auth/passkey/options');
    service.clock.advanceSeconds(601);
    expect(
      (await client.post('/v1/auth/passkey', { response: passkey.login(options.body) })).body.message,
    ).toContain('challenge is unknown');
  });

  test('while the passkey is pending, and after it was revoked', async () => {
    const player = await newPlayer(service);
    const first = await givePasskey(player.client);
    const waiting = await registerSoftPasskey(player.client);
    expect((await signInWithSoftPasskey(service, waiting.passkey)).answer.body.message).toContain(
      'does not know it',
    );
    const second = await giveFurtherPasskey(player.client, first);
    const options = await player.client.post(`/v1/passkeys/${first.id}/revocation`);
    expect(
      (await player.client.delete(`/v1/passkeys/${first.id}`, { assertion: second.assert(options.body) }))
        .status,
    ).toBe(200);
    expect((await signInWithSoftPasskey(service, first)).answer.body.message).toContain('does not know it');
    expect((await signInWithSoftPasskey(service, second)).answer.status).toBe(200);
  });

  test('from a foreign origin', async () => {
    const client = service.client();
    const options = await client.post('/v1/auth/passkey/options');
    const answer = await client.post(
      '/v1/auth/passkey',
      { response: passkey.login(options.body) },
      { origin: 'https://evil.example' },
    );
    expect(answer.body).toEqual({ statusCode: 403, message: 'Cross-origin request refused' });
  });
});

test('two tabs that wait for a passkey can both sign in', async () => {
  const client = service.client();
  const first = await client.post('/v1/auth/passkey/options');
  const second = await client.post('/v1/auth/passkey/options');
  expect((await client.post('/v1/auth/passkey', { response: passkey.login(first.body) })).status).toBe(200);
  expect((await client.post('/v1/auth/passkey', { response: passkey.login(second.body) })).status).toBe(200);
});

test('a suspended identity can sign in and read', async () => {
  const player = await newPlayer(service);
  const device = await givePasskey(player.client);
  await service.db.query(`update identities set status = 'suspended' where handle = $1`, [player.handle]);
  const { client, answer } = await signInWithSoftPasskey(service, device);
  expect(answer.status).toBe(200);
  expect((await client.get('/v1/identity/me')).body.status).toBe('suspended');
});

test('our challenges can never be the digest that a chain or an EVM account accepts', async () => {
  const { client } = await signInWithSoftPasskey(service, passkey);
  for (const [path, name] of [
    ['/v1/auth/passkey/options', 'LOGIN'],
    ['/v1/passkeys/options', 'REGISTER'],
    [`/v1/identity/me/deletion`, 'DELETE'],
    [`/v1/passkeys/${passkey.id}/revocation`, 'REVOKE'],
  ] as const) {
    const challenge = Buffer.from((await client.post(path)).body.challenge, 'base64url');
    expect(challenge.length).toBeGreaterThan(32);
    expect(challenge.toString('latin1').startsWith(`PID:${name}\0`)).toBe(true);
  }
});

test('challenges are stored as hashes only', async () => {
  const options = await service.client().post('/v1/auth/passkey/options');
  const bytes = Buffer.from(options.body.challenge, 'base64url');
  const { rows } = await service.db.query<{ hash: Buffer }>('select hash from passkey_challenges');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ hash }) => hash.equals(bytes))).toBe(false);
});

test('refuses any malformed body without a server error', async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.uint8Array({ minLength: 1, maxLength: 120 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  );
  const client = service.client();
  await fc.assert(
    fc.asyncProperty(
      fc.record(
        { clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text },
        { requiredKeys: [] },
      ),
      fc.boolean(),
      async (noise, keepsChallenge) => {
        const options = await client.post('/v1/auth/passkey/options');
        const honest = passkey.login(options.body);
        const response = {
          ...honest,
          response: {
            ...honest.response,
            ...noise,
            ...(keepsChallenge ? { clientDataJSON: honest.response.clientDataJSON } : {}),
          },
        };
        const answer = await client.post('/v1/auth/passkey', { response });
        expect([200, 400]).toContain(answer.status);
        expect(answer.status === 200).toBe(JSON.stringify(response) === JSON.stringify(honest));
      },
    ),
    runs(25, 100),
  );
});
