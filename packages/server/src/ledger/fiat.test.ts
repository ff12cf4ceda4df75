import { expect, test } from 'vitest';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { fund } from './testing/ledger-fixture.ts';

const service = await startTestService();
const alice = await richPlayer(10_000_000n);
const bob = await richPlayer(0n);

async function richPlayer(balance: bigint) {
  const player = await newPlayer(service);
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    player.handle,
  ]);
  if (balance > 0n) await fund(service.db, rows[0]!.id, balance);
  return { ...player, identityId: rows[0]!.id };
}

test('a send returns 201 with the documented body and changes the balances', async () => {
  const before = (await alice.client.get('/v1/fiat/balance')).body;
  expect(before).toEqual({
    currency: 'IDR',
    balance: expect.any(Number),
    held: 0,
    asOf: expect.stringMatching(/Z$/),
  });
  const quote = await alice.client.post('/v1/fiat/sends/quote', { to: bob.pid, amount: 1_000_000 });
  expect(quote.body).toMatchObject({
    amount: 1_000_000,
    fees: { global: 1000, app: 0, total: 1000 },
    debited: 1_001_000,
    balance: before.balance,
  });
  const sent = await alice.client.post('/v1/fiat/sends', {
    to: bob.pid,
    amount: 1_000_000,
    note: 'for the skin',
    expectedTotal: 1_001_000,
  });
  expect(sent.status).toBe(201);
  expect(sent.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    amount: 1_000_000,
    fees: { global: 1000, app: 0, total: 1000 },
    debited: 1_001_000,
    balance: before.balance - 1_001_000,
    status: 'posted',
    createdAt: expect.stringMatching(/Z$/),
  });
  const receipt = await bob.client.get(`/v1/fiat/sends/${sent.body.id}`);
  expect(receipt.body).toEqual({
    id: sent.body.id,
    from: alice.pid,
    to: bob.pid,
    amount: 1_000_000,
    note: 'for the skin',
    status: 'posted',
    createdAt: sent.body.createdAt,
  });
  expect((await (await richPlayer(0n)).client.get(`/v1/fiat/sends/${sent.body.id}`)).status).toBe(404);
});

test('refuses every invalid amount with the same message', async () => {
  const amounts = [
    '0',
    '-1',
    '1.5',
    '"100"',
    '9007199254740992',
    '1000000000000001',
    'null',
    'true',
    '1e400',
    '[5]',
    '{}',
  ];
  for (const amount of amounts) {
    const answer = await alice.client.post('/v1/fiat/sends', `{"to":"${bob.pid}","amount":${amount}}`, {
      'content-type': 'application/json',
    });
    expect([amount, answer.status, answer.body.message]).toEqual([
      amount,
      400,
      ['amount must be an integer from 1 to 1000000000000000'],
    ]);
  }
  const largest = await alice.client.post('/v1/fiat/sends', {
    to: bob.pid,
    amount: 1_000_000_000_000_000,
    expectedTotal: 1_001_000_000_000_000,
  });
  expect([largest.status, largest.body.message]).toEqual([
    403,
    expect.stringContaining('The daily limit is reached'),
  ]);
  expect(
    (
      await alice.client.post('/v1/fiat/sends', `{"to":"${bob.pid}","amount":NaN}`, {
        'content-type': 'application/json',
      })
    ).body,
  ).toEqual({ statusCode: 400, message: 'Malformed JSON' });
});

test('every refusal of a send has the documented status', async () => {
  const send = (body: object, headers = {}) => alice.client.post('/v1/fiat/sends', body, headers);
  expect((await send({ to: alice.pid, amount: 1 })).status).toBe(400);
  expect((await send({ to: 'nobody_here@pid', amount: 1 })).status).toBe(404);
  expect((await send({ to: 'Nobody@pid', amount: 1 })).body.message).toEqual([
    'to must be of the form handle@pid',
  ]);
  expect((await send({ to: bob.pid, amount: 1, clientId: 'nope' })).body.message).toEqual([
    'clientId must be the client_id of an app',
  ]);
  expect((await send({ to: bob.pid, amount: 1, expectedTotal: 100 })).status).toBe(409);
  expect((await send({ to: bob.pid, amount: 1, note: 'x'.repeat(141) })).status).toBe(400);
  expect((await send({ to: bob.pid, amount: 1, extra: 1 })).body.message).toEqual([
    'extra is not a known field',
  ]);
  expect((await send({ to: bob.pid, amount: 1 }, { 'idempotency-key': 'with space' })).status).toBe(400);
  expect((await send({ to: bob.pid, amount: 1 }, { 'idempotency-key': 'k'.repeat(129) })).status).toBe(400);
  expect((await send({ to: bob.pid, amount: 1 }, { 'idempotency-key': '' })).status).toBe(400);
  expect((await service.client().post('/v1/fiat/sends', { to: bob.pid, amount: 1 })).body).toEqual({
    statusCode: 401,
    message: 'Unauthorized',
  });
  expect((await alice.client.post('/v1/fiat/withdrawals', { amount: 1 })).body).toEqual({
    statusCode: 403,
    message: 'Bank withdrawals are disabled',
  });
});

test('a replayed key returns the same response, marked as a replay; another body is a conflict', async () => {
  const headers = { 'idempotency-key': 'order-1' };
  const body = { to: bob.pid, amount: 5000 };
  const [first, second] = [
    await alice.client.post('/v1/fiat/sends', body, headers),
    await alice.client.post('/v1/fiat/sends', { amount: 5000, to: bob.pid }, headers),
  ];
  expect(second.body).toEqual(first.body);
  expect([
    second.status,
    second.headers.get('idempotent-replay'),
    first.headers.get('idempotent-replay'),
  ]).toEqual([201, 'true', null]);
  expect((await alice.client.post('/v1/fiat/sends', { ...body, amount: 5001 }, headers)).status).toBe(409);
});

test('a suspended identity can receive but not send; a deleted one can do neither', async () => {
  const carol = await richPlayer(50_000n);
  await service.db.query("update identities set status = 'suspended' where id = $1", [carol.identityId]);
  await service.db.query("select pg_notify('pid', 'identity:' || $1)", [carol.identityId]);
  expect((await alice.client.post('/v1/fiat/sends', { to: carol.pid, amount: 1000 })).status).toBe(201);
  await expect
    .poll(async () => (await carol.client.post('/v1/fiat/sends', { to: bob.pid, amount: 1 })).body)
    .toEqual({ statusCode: 403, message: 'Identity suspended' });
  expect((await carol.client.get('/v1/fiat/balance')).body.balance).toBe(51_000);
  const dora = await richPlayer(0n);
  await service.db.query("update identities set status = 'deleted', deleted_at = now() where id = $1", [
    dora.identityId,
  ]);
  expect((await alice.client.post('/v1/fiat/sends', { to: dora.pid, amount: 1000 })).body).toEqual({
    statusCode: 404,
    message: 'No such receiver',
  });
});

test('a statement is continuous, newest first, across pages and in CSV', async () => {
  const eve = await richPlayer(1_000_000n);
  for (let index = 1; index <= 7; index += 1)
    await eve.client.post('/v1/fiat/sends', {
      to: bob.pid,
      amount: index * 1000,
      note: index === 7 ? '=cmd("x"), hi' : `n${index}`,
    });
  const entries = [];
  let cursor: string | null = null;
  do {
    const page: { body: { items: Record<string, unknown>[]; nextCursor: string | null } } =
      await eve.client.get(`/v1/fiat/statement?limit=3${cursor ? `&cursor=${cursor}` : ''}`);
    entries.push(...page.body.items);
    cursor = page.body.nextCursor;
  } while (cursor);
  expect(entries).toHaveLength(8);
  expect(entries[1]).toEqual({
    id: expect.any(String),
    type: 'send',
    amount: -6100,
    balanceAfter: expect.any(Number),
    counterparty: bob.pid,
    fee: 100,
    note: 'n6',
    createdAt: expect.any(String),
  });
  expect(entries[7]).toMatchObject({ type: 'topup', amount: 1_000_000, balanceAfter: 1_000_000 });
  for (let index = 0; index < 7; index += 1)
    expect(entries[index]!['balanceAfter']).toBe(
      Number(entries[index + 1]!['balanceAfter']) + Number(entries[index]!['amount']),
    );

  // A refusal comes before the file begins, not in its middle.
  const impossibleDay = await eve.client.get('/v1/fiat/statement?format=csv&to=2026-02-30');
  expect([impossibleDay.status, impossibleDay.headers.get('content-disposition')]).toEqual([400, null]);
  const csv = await eve.client.get('/v1/fiat/statement?format=csv&limit=2');
  expect(csv.headers.get('content-type')).toContain('text/csv');
  const lines = csv.text.split('\r\n');
  expect(lines).toHaveLength(10);
  expect(lines[1]).toContain(`"'=cmd(""x""), hi"`);
  const bobs = (await bob.client.get('/v1/fiat/statement?limit=1')).body.items[0];
  expect(bobs).toEqual({
    id: entries[0]!['id'],
    type: 'receive',
    amount: 7000,
    balanceAfter: expect.any(Number),
    counterparty: eve.pid,
    note: '=cmd("x"), hi',
    createdAt: entries[0]!['createdAt'],
  });
});

test('the time range of a statement and the time of a balance are inclusive', async () => {
  const finn = await richPlayer(1_000_000n);
  const times: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    service.clock.advanceSeconds(60);
    times.push((await finn.client.post('/v1/fiat/sends', { to: bob.pid, amount: 1000 })).body.createdAt);
  }
  const span = async (query: string) =>
    (await finn.client.get(`/v1/fiat/statement?${query}`)).body.items.map((item: { createdAt: string }) =>
      times.indexOf(item.createdAt),
    );
  expect(await span(`from=${times[1]}&to=${times[3]}`)).toEqual([3, 2, 1]);
  expect(await span(`from=${times[3]}`)).toEqual([4, 3]);
  expect(await span(`from=${times[1]}&to=${times[3]}&limit=2`)).toEqual([3, 2]);
  expect(await span('from=2099-01-01')).toEqual([]);
  expect(await span('to=2001-01-01')).toEqual([]);
  expect((await finn.client.get(`/v1/fiat/balance?at=${times[1]}`)).body).toEqual({
    currency: 'IDR',
    balance: 1_000_000 - 2200,
    asOf: times[1],
  });
  expect((await finn.client.get('/v1/fiat/balance?at=2001-01-01')).body.balance).toBe(0);
  expect((await finn.client.get('/v1/fiat/statement?from=2026-02-30')).body.message).toEqual([
    'from must be a date that exists',
  ]);
  expect((await finn.client.get('/v1/fiat/statement?to=yesterday')).status).toBe(400);
  expect((await finn.client.get('/v1/fiat/statement?cursor=abc')).status).toBe(400);
});

test('refuses a note that stacks marks over its neighbours, and takes accents and emoji', async () => {
  const stacked = await alice.client.post('/v1/fiat/sends', {
    to: bob.pid,
    amount: 1000,
    note: `Z${'\u0300'.repeat(5)}algo`,
  });
  expect([stacked.status, stacked.body.message]).toEqual([
    400,
    ['note must not stack more than four marks on a letter'],
  ]);
  for (const note of ['ế\u0323 phở', '👨‍👩‍👧 1️⃣', 'นี้'])
    expect((await alice.client.post('/v1/fiat/sends', { to: bob.pid, amount: 1000, note })).status).toBe(201);
});
