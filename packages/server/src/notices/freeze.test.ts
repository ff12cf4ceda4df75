import { describe, expect, test } from 'vitest';
import { sha256 } from '../platform/hash.ts';
import { givePasskey } from '../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const hourSeconds = 3600;
let lastToken = 0;

async function identityOf(email: string): Promise<string> {
  const { rows } = await service.db.query<{ id: string }>(
    'select identity_id as id from provider_logins where email = $1',
    [email],
  );
  return rows[0]!.id;
}

/** A link as a mail would carry it. */
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

test('the link in a mail ends all sessions and freezes for 72 hours, without a session', async () => {
  const { client, email } = await newPlayer(service);
  const elsewhere = service.client();
  await signInAs(elsewhere, email);
  await expect
    .poll(async () => (await service.client().get('/development-mail')).text, { timeout: 10_000 })
    .toContain(email);
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
  test('is good once: of twenty presses at the same moment one freezes', async () => {
    const { email } = await newPlayer(service);
    const token = await linkFor(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => notMe(token)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
  });

  test('is dead after seven days', async () => {
    const { client, email } = await newPlayer(service);
    const token = await linkFor(email);
    service.clock.advanceSeconds(7 * 86_400 + 1);
    expect((await notMe(token)).body).toEqual({
      statusCode: 400,
      message: 'This link was used, is older than 7 days, or was never ours',
    });
    await client.post('/v1/auth/refresh');
    expect((await client.get('/v1/freeze')).body).toEqual({ since: null, until: null });
  });

  test.each(['B'.repeat(43), 'A', '', '%00'.padEnd(43, 'A')])(
    'made up as %j freezes nobody',
    async (token) => {
      expect((await notMe(token)).status).toBe(400);
    },
  );

  test('does nothing by being opened: a GET of the operation is no operation', async () => {
    const { client, email } = await newPlayer(service);
    const token = await linkFor(email);
    expect((await service.client().get(`/v1/notices/not-me?token=${token}`)).status).toBe(405);
    expect((await client.get('/v1/freeze')).body.until).toBeNull();
    expect((await notMe(token)).status).toBe(200);
  });

  test('is no weapon: one freeze in seven days without a session, two at once are one, and the second link stays good', async () => {
    const { client, email } = await newPlayer(service);
    const [one, other] = [await linkFor(email), await linkFor(email)];
    const answers = await Promise.all([notMe(one), notMe(other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const loser = answers[0]!.status === 409 ? one : other;
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

  test('freezes again at once in the hands of its own signed-in owner, not of another player', async () => {
    const { client, email } = await newPlayer(service);
    const stranger = await newPlayer(service);
    await notMe(await linkFor(email));
    await signInAs(client, email);
    const token = await linkFor(email);
    expect((await notMe(token, stranger.client)).status).toBe(409);
    expect((await notMe(token, client)).status).toBe(200);
  });
});

test('a frozen identity reads, signs in, ends sessions and revokes, and its freeze ends by itself', async () => {
  const { client, email } = await newPlayer(service);
  const passkey = await givePasskey(client);
  await notMe(await linkFor(email));
  await signInAs(client, email);
  expect((await client.get('/v1/fiat/balance')).status).toBe(200);
  expect((await client.get('/v1/notices')).status).toBe(200);
  const elsewhere = service.client();
  await signInAs(elsewhere, email);
  const { items } = (await client.get('/v1/auth/sessions')).body;
  const { id } = items.find(({ current }: { current: boolean }) => !current);
  expect((await client.delete(`/v1/auth/sessions/${id}`)).status).toBe(200);
  const removal = await client.post(`/v1/passkeys/${passkey.id}/revocation`);
  expect(removal.status).toBe(200);
  service.clock.advanceSeconds(72 * hourSeconds + 1);
  await client.post('/v1/auth/refresh');
  expect((await client.get('/v1/freeze')).body).toEqual({ since: null, until: null });
});
