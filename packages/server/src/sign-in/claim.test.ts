import { describe, expect, test } from 'vitest';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const noPendingClaim = { statusCode: 400, message: 'No pending claim, sign in again' };
let counter = 0;
const fresh = (name: string) => `${name}_${(counter += 1)}`;

async function newcomer(email = `${fresh('newcomer')}@example.com`) {
  const client = service.client();
  await signInAs(client, email);
  return client;
}

describe('refusals', () => {
  test('there is no pending claim without a ticket, regardless of the body', async () => {
    const client = service.client();
    expect((await client.post('/v1/auth/claim', { handle: 'somebody' })).body).toEqual(noPendingClaim);
    expect((await client.post('/v1/auth/claim', { handle: '!' })).body).toEqual(noPendingClaim);
    expect((await client.get('/v1/auth/claim')).body).toEqual(noPendingClaim);
  });

  test('an invented ticket is not a pending claim', async () => {
    const client = service.client();
    client.setCookie('pid_claim', 'made-up', '/v1/auth');
    expect((await client.post('/v1/auth/claim', { handle: 'somebody' })).body).toEqual(noPendingClaim);
  });

  test.each(['ab', 'a'.repeat(21), 'Upper', 'with space', 'dot.ted', 'emojié', '', 'dash-ed'])(
    'handle %j is invalid and the ticket stays pending',
    async (handle) => {
      const client = await newcomer();
      expect((await client.post('/v1/auth/claim', { handle })).body).toEqual({
        statusCode: 400,
        message: ['handle must be 3-20 characters of lowercase letters, digits and underscore'],
      });
      expect((await client.get('/v1/auth/claim')).status).toBe(200);
    },
  );

  test('a reserved or taken handle leaves the ticket pending', async () => {
    const { handle } = await newPlayer(service);
    const client = await newcomer();
    expect((await client.post('/v1/auth/claim', { handle: 'admin' })).body).toEqual({
      statusCode: 400,
      message: ['handle is reserved'],
    });
    expect((await client.post('/v1/auth/claim', { handle })).body).toEqual({
      statusCode: 400,
      message: ['handle is already taken'],
    });
    expect((await client.post('/v1/auth/claim', { handle: fresh('second_try') })).status).toBe(200);
  });

  test('an insult is refused with its own message and leaves the ticket pending', async () => {
    const client = await newcomer();
    for (const handle of ['anjing_bangsat', '4njing_b4ngsat'])
      expect((await client.get(`/v1/auth/handles/${handle}`)).body.code).toBe('handle_refused');
    const answer = await client.post('/v1/auth/claim', { handle: 'anjing_bangsat' });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      ['handle contains a word that is not allowed'],
    ]);
    expect((await client.post('/v1/auth/claim', { handle: fresh('bangsatria') })).status).toBe(200);
  });

  test.each(['support', '___', 'pid_helper', 'helper_pid'])(
    'handle %s could impersonate the service and is reserved',
    async (handle) => {
      const client = await newcomer();
      expect((await client.get(`/v1/auth/handles/${handle}`)).body.reason).toBe('handle is reserved');
      expect((await client.post('/v1/auth/claim', { handle })).body.message).toEqual(['handle is reserved']);
    },
  );

  test('an expired ticket gets 410, unlike a missing one', async () => {
    const local = await startTestService({ PID_CLAIM_TTL_SECONDS: '60' });
    const client = local.client();
    await signInAs(client, 'late@example.com');
    local.clock.advanceSeconds(61);
    const expired = { statusCode: 410, message: 'Claim ticket expired, sign in again' };
    expect((await client.post('/v1/auth/claim', { handle: 'late' })).body).toEqual(expired);
    expect((await client.get('/v1/auth/claim')).body).toEqual(expired);
    await signInAs(client, 'late@example.com');
    expect((await client.post('/v1/auth/claim', { handle: 'late' })).status).toBe(200);
  });

  test('a used ticket is not a pending claim', async () => {
    const client = await newcomer();
    const ticket = client.cookie('pid_claim')!;
    await client.post('/v1/auth/claim', { handle: fresh('spent') });
    expect(client.cookie('pid_claim')).toBeUndefined();
    client.setCookie('pid_claim', ticket, '/v1/auth');
    expect((await client.post('/v1/auth/claim', { handle: fresh('spent') })).body).toEqual(noPendingClaim);
  });
});

test('the ticket is in an HttpOnly cookie for /v1/auth only and is stored as a hash', async () => {
  const client = await newcomer();
  expect(client.cookieAttributes('pid_claim')).toMatch(
    /^Path=\/v1\/auth; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
  );
  const { rows } = await service.db.query<{ row: string }>(
    'select claim_tickets::text as row from claim_tickets',
  );
  expect(rows.some(({ row }) => row.includes(client.cookie('pid_claim')!))).toBe(false);
});

test('availability is shown only while a claim is pending', async () => {
  const { handle, client: settled } = await newPlayer(service);
  expect((await settled.get('/v1/auth/handles/whatever')).body).toEqual({
    statusCode: 401,
    message: 'Unauthorized',
  });
  const unasked = { cookie: 'pid_claim=made-up' };
  expect((await service.client().get('/v1/auth/handles/whatever', unasked)).status).toBe(401);
  const client = await newcomer();
  expect((await client.get(`/v1/auth/handles/${handle}`)).body).toEqual({
    handle,
    available: false,
    reason: 'handle is already taken',
    code: 'handle_taken',
  });
  expect((await client.get('/v1/auth/handles/support')).body).toMatchObject({
    available: false,
    reason: 'handle is reserved',
    code: 'handle_reserved',
  });
  expect((await client.get('/v1/auth/handles/NO')).body).toEqual({
    handle: 'NO',
    available: false,
    reason: 'handle must be 3-20 characters of lowercase letters, digits and underscore',
    code: 'validation_failed',
  });
});

test('suggestions are free, valid handles and reveal nothing of the mail address', async () => {
  const client = await newcomer('Mega.Gamer@example.org');
  const { suggestions } = (await client.get('/v1/auth/claim')).body;
  expect(suggestions).toHaveLength(3);
  for (const handle of suggestions) {
    expect((await client.get(`/v1/auth/handles/${handle}`)).body.available).toBe(true);
    expect(handle).not.toMatch(/gamer/);
  }
});

describe('of twenty concurrent claims', () => {
  test('for one handle one succeeds, and the other tickets stay pending', async () => {
    const handle = fresh('contested');
    const clients = await Promise.all(Array.from({ length: 20 }, () => newcomer()));
    const answers = await Promise.all(clients.map((client) => client.post('/v1/auth/claim', { handle })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 200) continue;
      expect(answer.body).toEqual({ statusCode: 400, message: ['handle is already taken'] });
      expect((await clients[index]!.get('/v1/auth/claim')).status).toBe(200);
    }
  });

  test('with one ticket one succeeds, and the others have no pending claim', async () => {
    const client = await newcomer();
    const ticket = client.cookie('pid_claim')!;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_value, index) =>
        service
          .client()
          .post('/v1/auth/claim', { handle: `race_${index}` }, { cookie: `pid_claim=${ticket}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expect(answer.body).toEqual(noPendingClaim);
    const { rows } = await service.db.query<{ count: bigint }>(
      "select count(*) from identities where handle like 'race%'",
    );
    expect(rows[0]!.count).toBe(1n);
  });

  test('with one login in twenty tabs one succeeds', async () => {
    const email = `${fresh('tabs')}@example.com`;
    const tabs = await Promise.all(Array.from({ length: 20 }, () => newcomer(email)));
    const answers = await Promise.all(
      tabs.map((tab, index) => tab.post('/v1/auth/claim', { handle: `tabs_${index}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expect(answer.body).toEqual(noPendingClaim);
  });
});

describe('the database keeps a handle permanent', () => {
  test.each([
    ['renaming', 'update identities set handle = $2 where handle = $1'],
    ['deleting', 'delete from identities where handle = $1 and $2::text is not null'],
    [
      'moving its birth',
      "update identities set created_at = now() + interval '1 day' where handle = $1 and $2::text is not null",
    ],
  ])('%s is refused', async (_name, statement) => {
    const { handle } = await newPlayer(service);
    await expect(service.db.query(statement, [handle, fresh('renamed')])).rejects.toMatchObject({
      code: '23001',
    });
  });

  test('truncation is refused, and so is any change of the audit log', async () => {
    await expect(service.db.query('truncate identities cascade')).rejects.toMatchObject({
      message: 'TRUNCATE of identities is not allowed',
    });
    await expect(service.db.query("update audit_events set action = 'x'")).rejects.toMatchObject({
      code: '23001',
    });
    await expect(service.db.query('delete from audit_events')).rejects.toMatchObject({ code: '23001' });
    await expect(service.db.query('truncate audit_events')).rejects.toMatchObject({ code: '23001' });
  });
});
