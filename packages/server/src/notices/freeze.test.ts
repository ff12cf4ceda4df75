import { describe, expect, test } from 'vitest';
import { sha256 } from '../platform/hash.ts';
import {
  givePasskey,
  registerSoftPasskey,
  removeOwnPasskey,
  signInWithSoftPasskey,
} from '../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { withStepUp } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const hourSeconds = 3600;
let lastToken = 0;

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: Record<string, { 'x-codes'?: object }>;
}

async function identityOf(email: string): Promise<string> {
  const { rows } = await service.db.query<{ id: string }>(
    'select identity_id as id from provider_logins where email = $1',
    [email],
  );
  return rows[0]!.id;
}

/** Creates a link as in a mail. */
async function linkFor(email: string): Promise<string> {
  const token = `${(lastToken += 1)}`.padStart(43, 'A');
  await service.db.query('insert into not_me_tokens (hash, identity_id, expires_at) values ($1, $2, $3)', [
    sha256(token),
    await identityOf(email),
    new Date(service.clock.nowMillis() + 7 * 86_400_000),
  ]);
  return token;
}

const notMe = (token: string, client = service.client()) => client.post('/v1/notices/not-me', { token });

test('refuses to create a first passkey that must count during a freeze', async () => {
  const { client, email } = await newPlayer(service);
  await notMe(await linkFor(email));
  await signInAs(client, email);
  const asked = await client.post('/v1/passkeys/options', { counting: true });
  expect(asked.headers.get('pid-error')).toMatch(/^frozen/);
  expect((await client.post('/v1/passkeys/options')).status).toBe(200);
});

test('the link in a mail ends all sessions and freezes for 72 hours, without a session', async () => {
  const { client, email } = await newPlayer(service);
  const elsewhere = service.client();
  await signInAs(elsewhere, email);
  await expect.poll(async () => (await service.client().get('/development-mail')).text).toContain(email);
  const { rows } = await service.db.query<{ text: string }>(
    'select text from development_mails where address = $1',
    [email],
  );
  const [, token] = /\/not-me#([\w-]{43})/.exec(rows[0]!.text)!;
  const answer = await notMe(token!);
  expect(answer.body).toEqual({ ok: true, until: expect.any(Number) });
  expect(answer.body.until - service.clock.nowSeconds()).toBeGreaterThan(72 * hourSeconds - 60);
  expect(answer.body.until - service.clock.nowSeconds()).toBeLessThanOrEqual(72 * hourSeconds + 1);
  for (const browser of [client, elsewhere]) expect((await browser.get('/v1/identity/me')).status).toBe(401);
  expect((await client.post('/v1/auth/refresh')).status).toBe(401);

  await signInAs(client, email);
  expect((await client.get('/v1/freeze')).body.until).toBe(answer.body.until);
  expect((await client.get('/v1/notices')).body.items[0]).toMatchObject({ type: 'freeze.begun' });
  expect((await client.get('/v1/identity/activity')).body.items).toContainEqual(
    expect.objectContaining({ action: 'identity.frozen' }),
  );
});

describe('a link', () => {
  test('is single-use: of twenty concurrent requests one freezes', async () => {
    const { email } = await newPlayer(service);
    const token = await linkFor(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => notMe(token)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
  });

  test('expires after seven days', async () => {
    const { client, email } = await newPlayer(service);
    const token = await linkFor(email);
    service.clock.advanceSeconds(7 * 86_400 + 1);
    expect((await notMe(token)).body).toEqual({
      statusCode: 400,
      message: 'This link was already used, is older than 7 days, or did not come from this service',
    });
    await client.post('/v1/auth/refresh');
    expect((await client.get('/v1/freeze')).body).toEqual({ since: null, until: null, liftable: false });
  });

  test.each(['B'.repeat(43), 'A', '', '%00'.padEnd(43, 'A')])(
    'with the made-up token %j is refused',
    async (token) => {
      expect((await notMe(token)).status).toBe(400);
    },
  );

  test('does nothing when it is opened: GET is not allowed', async () => {
    const { client, email } = await newPlayer(service);
    const token = await linkFor(email);
    expect((await service.client().get('/not-me', { accept: 'text/html' })).status).toBe(200);
    expect((await service.client().get(`/v1/notices/not-me?token=${token}`)).status).toBe(405);
    expect((await client.get('/v1/freeze')).body.until).toBeNull();
    expect((await notMe(token)).status).toBe(200);
  });

  test('allows one freeze in seven days without a session, also for concurrent requests, and a refused link stays usable', async () => {
    const { client, email } = await newPlayer(service);
    const [one, other] = [await linkFor(email), await linkFor(email)];
    const answers = await Promise.all([notMe(one), notMe(other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const loser = answers[0].status === 409 ? one : other;
    await signInAs(client, email);
    service.clock.advanceSeconds(6 * 86_400);
    await client.post('/v1/auth/refresh');
    const fresh = await linkFor(email);
    expect((await notMe(fresh)).body.message).toContain('in the last 7 days');
    expect((await client.get('/v1/identity/me')).status).toBe(200);
    expect((await notMe(loser)).status).toBe(409);
    service.clock.advanceSeconds(86_400);
    expect((await notMe(fresh)).status).toBe(200);
  });

  test('freezes again immediately in a session of its owner, but not of another player', async () => {
    const { client, email } = await newPlayer(service);
    const stranger = await newPlayer(service);
    await notMe(await linkFor(email));
    await signInAs(client, email);
    const token = await linkFor(email);
    expect((await notMe(token, stranger.client)).status).toBe(409);
    expect((await notMe(token, client)).status).toBe(200);
  });
});

/** A frozen player who has signed in again. */
async function frozenPlayer() {
  const player = await newPlayer(service);
  const passkey = await givePasskey(player.client);
  const { until } = (await notMe(await linkFor(player.email))).body;
  await signInAs(player.client, player.email);
  return { ...player, passkey, until };
}

describe('a frozen identity', () => {
  test('cannot use operations that need step-up, except to end, revoke, remove, decline or lift, and is refused before the body is validated', async () => {
    const { client, until } = await frozenPlayer();
    const document = (await client.get('/v1/openapi.json')).body;
    const declared = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, operations]) =>
        Object.entries(operations)
          .filter(([, { responses }]) => 'step_up_required' in (responses['403']?.['x-codes'] ?? {}))
          .map(([method, { operationId, tags }]) => ({
            path,
            method: method.toUpperCase(),
            operationId,
            tags,
          })),
    );
    const asked = declared.filter(({ tags }) => !tags.includes('admin'));
    const allowed = [
      'endSession',
      'endOtherSessions',
      'revokePasskey',
      'liftFreeze',
      'cancelRecovery',
      'removeMember',
      'answerAppInvitation',
      'passkeyRevocationOptions',
      'stepUpOptions',
    ];
    expect(asked.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining([
        'deleteIdentity',
        'unlinkCredential',
        'sendMoney',
        'payOutApp',
        'depositToApp',
        'changeLimits',
        'rotateAppSecret',
      ]),
    );
    for (const { method, path, operationId } of asked) {
      const answer = await client.send(
        method,
        path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
        undefined,
        {},
      );
      const header = answer.headers.get('pid-error');
      if (allowed.includes(operationId)) expect(header, operationId).not.toContain('frozen');
      else expect([operationId, answer.status, header]).toEqual([operationId, 403, `frozen; until=${until}`]);
    }
  });

  test('can read, sign in, end sessions, deny and revoke, and is unfrozen after 72 hours', async () => {
    const { client, email, passkey } = await frozenPlayer();
    for (const path of ['/v1/fiat/balance', '/v1/notices', '/v1/account', '/v1/passkeys'])
      expect((await client.get(path)).status, path).toBe(200);
    const elsewhere = service.client();
    await signInAs(elsewhere, email);
    expect((await withStepUp(client, passkey, { method: 'DELETE', path: '/v1/auth/sessions' })).status).toBe(
      200,
    );
    expect((await elsewhere.get('/v1/identity/me')).status).toBe(401);
    const waiting = await registerSoftPasskey(client);
    expect(
      (await client.post(`/v1/credential-approvals/${waiting.answer.body.approvalId}/deny`)).status,
    ).toBe(200);
    expect((await removeOwnPasskey(client, passkey)).status).toBe(200);
    expect((await client.delete('/v1/identity/me', {})).status).toBe(403);
    service.clock.advanceSeconds(72 * hourSeconds + 1);
    await signInAs(client, email);
    expect((await client.get('/v1/freeze')).body).toEqual({ since: null, until: null, liftable: false });
    expect((await client.delete('/v1/identity/me', {})).status).toBe(200);
  });

  test('gets no passkey that counts from a provider sign-in, which a thief may control', async () => {
    const { client, email } = await newPlayer(service);
    await notMe(await linkFor(email));
    await signInAs(client, email);
    await givePasskey(client);
    expect((await client.get('/v1/freeze')).body.liftable).toBe(false);
    expect((await client.post('/v1/freeze/lift')).headers.get('pid-error')).toBe(
      'step_up_required; need=assertion',
    );
  });
});

describe('lifting a freeze', () => {
  const lift = { method: 'POST', path: '/v1/freeze/lift' };

  test('needs a recent provider sign-in and a passkey that counts, and deletes every link', async () => {
    const { client, email, passkey } = await frozenPlayer();
    const link = await linkFor(email);
    expect((await client.get('/v1/freeze')).body.liftable).toBe(true);
    expect((await client.post('/v1/freeze/lift')).headers.get('pid-error')).toBe(
      'step_up_required; need=assertion',
    );
    const lifted = await withStepUp(client, passkey, lift);
    expect(lifted.body).toEqual({ ok: true });
    expect((await client.get('/v1/freeze')).body.until).toBeNull();
    expect((await client.delete('/v1/identity/me', {})).headers.get('pid-error')).not.toContain('frozen');
    service.clock.advanceSeconds(7 * 86_400);
    const { rowCount } = await service.db.query('select from not_me_tokens where identity_id = $1', [
      await identityOf(email),
    ]);
    expect([rowCount, (await notMe(link)).status]).toEqual([0, 400]);
    expect((await client.get('/v1/notices')).status).toBe(401);
  });

  test('is refused for a passkey session, for an old sign-in, and without a freeze', async () => {
    const { client, email, passkey } = await frozenPlayer();
    const other = await signInWithSoftPasskey(service, passkey);
    expect((await withStepUp(other.client, passkey, lift)).headers.get('pid-error')).toBe(
      'step_up_required; need=recent',
    );
    service.clock.advanceSeconds(601);
    expect((await withStepUp(client, passkey, lift)).headers.get('pid-error')).toBe(
      'step_up_required; need=recent',
    );
    await signInAs(client, email);
    expect((await withStepUp(client, passkey, lift)).status).toBe(200);
    expect((await withStepUp(client, passkey, lift)).body).toEqual({
      statusCode: 409,
      message: 'The identity is not frozen',
    });
  });

  test('prevents links in mails that are not sent yet', async () => {
    const { client, email, passkey } = await frozenPlayer();
    await withStepUp(client, passkey, lift);
    const { insertNotMeToken } = await import('./freezes.store.ts');
    const identityId = await identityOf(email);
    const token = { hash: sha256('late'), identityId, expiresAt: new Date(service.clock.nowMillis() + 1000) };
    const before = new Date(service.clock.nowMillis() - 60_000);
    expect(await insertNotMeToken(service.db, { ...token, about: before })).toBe(false);
    const after = new Date(service.clock.nowMillis() + 1000);
    expect(await insertNotMeToken(service.db, { ...token, about: after })).toBe(true);
  });
});

describe('the button of a signed-in player', () => {
  test('freezes for 72 hours and ends all sessions, also its own', async () => {
    const { client, email } = await newPlayer(service);
    const elsewhere = service.client();
    await signInAs(elsewhere, email);
    const { until } = await client.call('freezeIdentity');
    expect(until - service.clock.nowSeconds()).toBeGreaterThan(72 * hourSeconds - 60);
    for (const browser of [client, elsewhere])
      expect((await browser.get('/v1/identity/me')).status).toBe(401);
    await signInAs(client, email);
    expect((await client.call('getFreeze')).until).toBe(until);
    const { items } = await client.call('listNotices', {});
    expect(items.find(({ type }) => type === 'freeze.begun')?.data['by']).toBe('player');
  });

  test('works once in seven days, so that a thief of a session cannot keep the player frozen', async () => {
    const { client, email } = await newPlayer(service);
    await client.call('freezeIdentity');
    await signInAs(client, email);
    expect((await client.post('/v1/freeze')).headers.get('pid-error')).toMatch(/^frozen_lately/);
  });
});
