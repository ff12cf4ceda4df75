import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { moveToMorning } from '../../test/move-to-morning.ts';
import { freeze } from '../../test/not-me-helper.ts';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { firstFeeRule, writeAdultFrom, writeFamily } from '../ledger/index.ts';
import { postCharges, type Charge } from '../payments/payment-postings.store.ts';
import { findings, newKey, openShop, richPlayer } from '../payments/testing/payment-fixture.ts';
import {
  approved,
  charge,
  eventsOf,
  noticesOf,
  openPayer,
  told,
  type Payer,
} from './testing/allowance-fixture.ts';

const settings = { PID_ADMINS: 'dewi_allows@pid', PID_DAILY_LIMIT: '500000', PID_STEP_UP_AMOUNT: '100000' };
const service = await startTestService(settings);
moveToMorning(service);
const otherNode = await startTestService(settings, service);
const { admin } = await signInAdministrator(service, 'dewi_allows');
const shop = await openShop(service);
const { db } = service;

afterAll(async () => expect(await findings(service)).toEqual([]));

async function accountOf({ identityId }: Pick<Payer, 'identityId'>) {
  const { rows } = await db.query<Record<string, bigint | string>>(
    'select id, balance, sent_today, sent_unproven from ledger_accounts where identity_id = $1',
    [identityId],
  );
  return rows[0]!;
}

/** What the app has taken by an allowance, by the books. */
async function takenBy(allowance: string): Promise<number> {
  const { rows } = await db.query<{ taken: bigint }>(
    'select coalesce(sum(p.amount + p.global_fee), 0)::bigint as taken from ledger_postings p join payments o on o.id = p.reference where o.allowance_id = $1 and p.type = $2',
    [allowance, 'payment'],
  );
  return Number(rows[0]!.taken);
}

const paymentsOf = async (allowance: string) =>
  (await db.query('select from payments where allowance_id = $1', [allowance])).rowCount;

describe('a charge', () => {
  test('is paid at once, and counts towards the daily limit alone', async () => {
    const budi = await openPayer(service, shop);
    const id = await approved(shop, budi);
    const answer = await charge(shop, id, 10_000, { reference: 'first-month' });
    expect([answer.status, answer.body]).toEqual([
      201,
      expect.objectContaining({
        status: 'paid',
        total: 10_100,
        payer: budi.pid,
        allowance: id,
        captured: 10_000,
      }),
    ]);
    expect(await budi.balance()).toMatchObject({ balance: 989_900, held: 0 });
    expect(await accountOf(budi)).toMatchObject({ sent_today: 10_000n, sent_unproven: 0n });
    const known = await db.query('select from ledger_receivers where payer_id = $1', [
      (await accountOf(budi))['id'],
    ]);
    expect(known.rowCount).toBe(0);
    expect((await budi.client.call('getAllowance', { id })).left).toBe(19_900);
    const [paid] = await eventsOf(service, shop, 'payment.paid');
    expect(paid).toMatchObject({ reference: 'first-month', status: 'paid', allowance: id, payer: budi.pid });
    const { items } = await budi.client.call('listOwnPayments', {});
    expect(items).toMatchObject([{ id: answer.body.id, allowance: id }]);
    expect((await budi.client.call('getStatement', {})).items[0]).toMatchObject({
      type: 'payment',
      amount: -10_100,
      allowance: id,
    });
    expect((await budi.client.get('/v1/fiat/statement?format=csv')).text).toContain(`,paid,,,${id}`);
    expect(await noticesOf(budi, 'allowance.charged')).toMatchObject([
      { id: answer.body.id, app: 'Star Game', amount: 10_100, item: 'A month', status: 'paid' },
    ]);
    // The second in this period is not worth a notice, one above the notice amount is.
    await charge(shop, id, 1000);
    expect(await noticesOf(budi, 'allowance.charged')).toHaveLength(1);
    await budi.client.patch('/v1/limits', { noticeAmount: 1500 });
    await charge(shop, id, 2000);
    expect(await noticesOf(budi, 'allowance.charged')).toHaveLength(2);
  });

  test('does not reduce what needs a step-up, and makes the app no known receiver', async () => {
    const budi = await openPayer(service, shop);
    const id = await approved(shop, budi, { amount: 400_000 });
    const first = await shop.create({ amount: 9000 });
    expect((await budi.confirm(first.body.id, 9100)).status).toBe(200);
    expect((await charge(shop, id, 300_000)).status).toBe(201);
    expect(await accountOf(budi)).toMatchObject({ sent_today: 309_000n, sent_unproven: 9000n });
    const second = await shop.create({ amount: 1001 });
    expect(told(await budi.confirm(second.body.id, 1101))).toContain('step_up_required');
  });

  test('is bounded by the total: fees are included, and waived for a verified app', async () => {
    const verified = await openShop(service);
    await admin.call('verifyApp', { client_id: verified.clientId });
    const budi = await openPayer(service, verified);
    const whole = await approved(verified, budi);
    expect((await charge(verified, whole, 30_000)).body).toMatchObject({ status: 'paid', total: 30_000 });
    const citra = await openPayer(service, shop);
    const id = await approved(shop, citra);
    expect(told(await charge(shop, id, 29_901))).toBe('409 allowance_exceeded; left=30000');
    expect((await charge(shop, id, 29_900)).status).toBe(201);
    expect(told(await charge(shop, id, 1))).toBe('409 allowance_exceeded; left=0');
    expect(await paymentsOf(id)).toBe(1);
  });

  test('sells an item of the catalogue', async () => {
    const budi = await openPayer(service, shop);
    await shop.ask('PUT', '/items/pass', { names: { en: 'Pass', id: 'Tiket' }, price: 5000 });
    const id = await approved(shop, budi);
    const { status, body } = await shop.ask('POST', '/payments', {
      reference: 'item',
      sku: 'pass',
      quantity: 2,
      allowance: id,
    });
    expect([status, body.item, body.amount]).toEqual([
      201,
      expect.objectContaining({ sku: 'pass', quantity: 2 }),
      10_000,
    ]);
  });

  test('needs an allowance of the app, and no payee, hold or other player', async () => {
    const [budi, citra] = [await openPayer(service, shop), await openPayer(service, shop)];
    const id = await approved(shop, budi);
    const other = await openShop(service);
    expect(told(await charge(other, id, 1000))).toBe('404 allowance_not_found');
    expect(told(await charge(shop, randomUUID(), 1000))).toBe('404 allowance_not_found');
    for (const [fields, sentence] of [
      [{ to: citra.pid }, 'to cannot be combined with allowance'],
      [{ capture: 'manual' }, 'capture must be automatic with allowance'],
      [{ pid: citra.pid }, 'pid must be the player of the allowance'],
    ] as const)
      expect((await charge(shop, id, 1000, fields)).body.message).toEqual([sentence]);
    expect(await paymentsOf(id)).toBe(0);
    expect((await charge(shop, id, 1000, { pid: budi.pid })).status).toBe(201);
  });
});

describe('an app takes at most the amount of a period', () => {
  test('with the same reference, however often and on whichever node', async () => {
    const budi = await openPayer(service, shop);
    const id = await approved(shop, budi);
    const again = { reference: `again-${id}`, amount: 9900, description: 'A month', allowance: id };
    const twin = otherNode.client();
    const path = `/v1/apps/${shop.clientId}/payments`;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? twin : service.client()).send('POST', path, again, shop.machine),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 11 }, () => 200),
      201,
    ]);
    expect(told(await shop.ask('POST', '/payments', { ...again, amount: 1 }))).toBe(
      '409 payment_reference_used',
    );
    expect([await takenBy(id), await paymentsOf(id)]).toEqual([10_000, 1]);
    // A reference that an ordinary payment uses is not charged, nor the other way round.
    const { body } = await shop.create({ reference: `plain-${id}` });
    expect(told(await charge(shop, id, 1000, { reference: body.reference }))).toBe(
      '409 payment_reference_used',
    );
    expect(told(await shop.create({ reference: again.reference }))).toBe('409 payment_reference_used');
    expect(await takenBy(id)).toBe(10_000);
  });

  test('with fifty charges at once on two nodes', async () => {
    const budi = await openPayer(service, shop);
    const id = await approved(shop, budi);
    const twin = otherNode.client();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? twin : service.client()).send(
          'POST',
          `/v1/apps/${shop.clientId}/payments`,
          { reference: `race-${id}-${index}`, amount: 2900, description: 'x', allowance: id },
          shop.machine,
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(told(answer)).toBe('409 allowance_exceeded; left=0');
    expect([await takenBy(id), await paymentsOf(id)]).toEqual([30_000, 10]);
    expect((await budi.balance()).balance).toBe(970_000);
  });

  test('refunds, holds and captures give nothing back', async () => {
    const budi = await openPayer(service, shop);
    const id = await approved(shop, budi);
    const { body } = await charge(shop, id, 29_900);
    const held = await shop.create({ capture: 'manual' });
    await budi.confirm(held.body.id, 10_100);
    await shop.ask('POST', `/payments/${held.body.id}/capture`, {});
    expect(
      (await shop.ask('POST', `/payments/${body.id}/refunds`, { amount: 29_900 }, newKey())).body.status,
    ).toBe('refunded');
    expect(told(await charge(shop, id, 1))).toBe('409 allowance_exceeded; left=0');
    // After its end, what was charged can still be refunded; the money can be paid out.
    const next = await approved(shop, budi);
    const { body: second } = await charge(shop, next, 20_000);
    await budi.client.call('endAllowance', { id: next });
    expect(
      (await shop.ask('POST', `/payments/${second.id}/refunds`, { amount: 5000 }, newKey())).status,
    ).toBe(200);
    const paid = await shop.owner.post(`/v1/apps/${shop.clientId}/payouts`, { amount: 15_000 }, newKey());
    expect(paid.status).toBe(201);
    // The payment itself cannot be confirmed, cancelled, captured or voided again.
    for (const verb of ['cancel', 'capture', 'void'])
      expect(told(await shop.ask('POST', `/payments/${second.id}/${verb}`, {}))).toBe(
        '409 payment_ended; status=paid',
      );
  });

  test('an idempotency key belongs to one charge of its caller', async () => {
    const budi = await openPayer(service, shop);
    const id = await approved(shop, budi);
    const payment = { reference: `keyed-${id}`, amount: 1000, description: 'A month', allowance: id };
    const key = newKey();
    const post = (fields: object = {}) => shop.ask('POST', '/payments', { ...payment, ...fields }, key);
    const first = await post();
    const again = await post();
    expect([first.status, first.headers.get('idempotent-replay')]).toEqual([201, null]);
    expect([again.body, again.headers.get('idempotent-replay')]).toEqual([first.body, 'true']);
    const others = await Promise.all([
      post({ reference: `other-${id}` }),
      post({ reference: `third-${id}`, amount: 2000 }),
    ]);
    expect(others.map(told)).toEqual(Array(2).fill('409 idempotency_key_reused'));
    expect(await takenBy(id)).toBe(1100);
    // A refused charge leaves the key free, and callers do not share keys.
    const free = newKey();
    const charged = (amount: number, by: Record<string, string> = shop.machine) =>
      service
        .client()
        .post(
          `/v1/apps/${shop.clientId}/payments`,
          { ...payment, reference: `free-${id}-${amount}`, amount },
          { ...by, ...free },
        );
    expect(told(await charged(10_000_000))).toMatch('409 allowance_exceeded');
    expect((await charged(2000)).status).toBe(201);
    const byOwner = await shop.owner.post(
      `/v1/apps/${shop.clientId}/payments`,
      { ...payment, reference: `owner-${id}` },
      free,
    );
    expect(byOwner.status).toBe(201);
    const reused = await shop.owner.post(
      `/v1/apps/${shop.clientId}/payments`,
      { ...payment, reference: `owner-2-${id}` },
      free,
    );
    expect(told(reused)).toBe('409 idempotency_key_reused');
  });

  test('the owner can charge by cookie, with an entry in the audit log', async () => {
    const budi = await openPayer(service, shop);
    const id = await approved(shop, budi);
    const payment = { reference: `cookie-${id}`, amount: 1000, description: 'A month', allowance: id };
    const path = `/v1/apps/${shop.clientId}/payments`;
    const { status, body } = await shop.owner.post(path, payment);
    expect([status, body.status, body.allowance]).toEqual([201, 'paid', id]);
    expect((await shop.owner.post(path, payment)).status).toBe(200);
    const { items } = await shop.owner.call('listActivity', {});
    expect(items.filter(({ target }) => target === body.id)).toMatchObject([
      { action: 'payment.created', details: { amount: 1000, allowance: id } },
    ]);
    expect(told(await budi.client.post(path, { ...payment, reference: `x-${id}` }))).toBe('404 no_such_app');
  });

  test('after a lost connection the same statement charges nothing again', async () => {
    const budi = await openPayer(service, shop);
    const id = await approved(shop, budi);
    const { rows } = await db.query<{ app: bigint; hold: bigint }>(
      `select max(id) filter (where kind = 'app') as app, max(id) filter (where kind = 'hold') as hold from ledger_accounts where client_id = $1 or held_for = $1`,
      [shop.clientId],
    );
    const order = (reference: string, amount: bigint): Charge => ({
      id: randomUUID(),
      postingId: randomUUID(),
      clientId: shop.clientId,
      reference: `${reference}-${id}`,
      requestHash: Buffer.alloc(32),
      amount,
      description: 'x',
      item: null,
      payeeIdentityId: null,
      askedIdentityId: budi.identityId,
      capture: 'automatic',
      returnTo: null,
      returnOrigin: null,
      appAccountId: rows[0]!.app,
      holdAccountId: rows[0]!.hold,
      payeeAccountId: rows[0]!.app,
      payerAccountId: budiAccount,
      allowanceId: id,
      key: null,
      expiresInSeconds: 3600,
      captureWithinSeconds: 3600,
      extendForTopUp: true,
    });
    const budiAccount = (await accountOf(budi))['id'] as bigint;
    const limits = {
      feeRule: firstFeeRule,
      balanceMax: 10n ** 12n,
      stepUpAmount: 10n ** 12n,
      dailyLimit: 10n ** 12n,
      timeZone: 'Asia/Jakarta',
    };
    const orders = [
      order('z', 10_000n),
      order('b', 50_000n),
      order('a', 5000n),
      order('c', 10_000n),
      order('d', 10_000n),
    ];
    const outcomes = async (some: Charge[]) =>
      (await postCharges(db, some, limits)).map(({ outcome }) => outcome);
    // One after another, by reference: 5,100, then 10,100 twice; nothing is left for the last.
    expect(await outcomes(orders)).toEqual(['exceeded', 'exceeded', 'paid', 'paid', 'paid']);
    expect(await outcomes(orders)).toEqual(['exceeded', 'exceeded', 'known', 'known', 'known']);
    expect(await takenBy(id)).toBe(25_300);
    // An account of somebody else, and another app, are not believed.
    const citra = await richPlayer(service);
    const foreign = { ...order('e', 100n), payerAccountId: (await accountOf(citra))['id'] as bigint };
    const { clientId } = await openShop(service);
    expect(await outcomes([foreign])).toEqual(['not_found']);
    expect(await outcomes([{ ...order('f', 100n), clientId }])).toEqual(['not_found']);
  });
});

describe('if the reason lies with the player, the app does not learn it, and the player is told once', () => {
  const nothing = '409 allowance_unavailable';
  const reasonsOf = async (payer: Payer) =>
    (await noticesOf(payer, 'allowance.refused')).map(({ reason }) => reason);

  test('too little money, more than the daily limit', async () => {
    const budi = await openPayer(service, shop, 5000n);
    const id = await approved(shop, budi, { amount: 1_000_000 });
    for (let round = 0; round < 3; round += 1) expect(told(await charge(shop, id, 10_000))).toBe(nothing);
    expect(await reasonsOf(budi)).toEqual(['balance']);
    for (let round = 0; round < 2; round += 1) expect(told(await charge(shop, id, 600_000))).toBe(nothing);
    expect(await reasonsOf(budi)).toEqual(['daily_limit', 'balance']);
    expect(await noticesOf(budi, 'allowance.refused')).toMatchObject([
      { id, app: 'Star Game', amount: 600_600 },
      { id, amount: 10_100 },
    ]);
    // Again in the next period.
    await db.query(`update allowances set told_period = told_period - 31 where id = $1`, [id]);
    expect(told(await charge(shop, id, 10_000))).toBe(nothing);
    expect(await reasonsOf(budi)).toEqual(['balance', 'daily_limit', 'balance']);
    expect([await paymentsOf(id), (await budi.balance()).balance]).toEqual([0, 5000]);
    // What the app may know comes first, so that it learns nothing about the balance.
    expect(told(await charge(shop, id, 1_000_000))).toBe('409 allowance_exceeded; left=1000000');
  });

  test('a freeze and a suspension refuse charges, and end nothing', async () => {
    const [budi, citra] = [await openPayer(service, shop), await openPayer(service, shop)];
    const [frozen, suspended] = [await approved(shop, budi), await approved(shop, citra)];
    await freeze(service, budi.email);
    expect(told(await charge(shop, frozen, 1000))).toBe(nothing);
    await admin.call('suspendIdentityAsAdmin', { pid: citra.pid });
    expect(told(await charge(shop, suspended, 1000))).toBe(nothing);
    expect(await reasonsOf(citra)).toEqual(['suspended']);
    const { rows } = await db.query(
      `select data ->> 'reason' as reason from notices where identity_id = $1 and type = 'allowance.refused'`,
      [budi.identityId],
    );
    expect(rows).toEqual([{ reason: 'frozen' }]);
    // A suspended player can still end it.
    expect((await citra.client.call('listAllowances', { status: 'active' })).items).toHaveLength(1);
    await admin.call('reactivateIdentityAsAdmin', { pid: citra.pid });
    expect((await charge(shop, suspended, 1000)).status).toBe(201);
    await admin.call('suspendIdentityAsAdmin', { pid: citra.pid });
    expect((await citra.client.delete(`/v1/allowances/${suspended}`)).status).toBe(200);
  });

  test('the rules of parents refuse charges, which count towards the month of the child', async () => {
    const child = await openPayer(service, shop);
    const parent = await openPayer(service, shop);
    const [own, theirs] = [
      (await accountOf(child))['id'] as bigint,
      (await accountOf(parent))['id'] as bigint,
    ];
    const rules = { perPurchase: null, sends: 'all', maxRating: null, unratedApps: true } as const;
    await db.transaction((tx) => writeAdultFrom(tx, own, '2040-02-01'));
    await db.transaction((tx) => writeFamily(tx, own, [theirs], { ...rules, monthlySpend: 15_000n }));
    const id = await approved(shop, child);
    expect((await charge(shop, id, 9900)).status).toBe(201);
    for (let round = 0; round < 2; round += 1) expect(told(await charge(shop, id, 9900))).toBe(nothing);
    expect(await reasonsOf(child)).toEqual(['family']);
    const { rows } = await db.query('select spent from ledger_accounts where id = $1', [own]);
    expect(rows).toEqual([{ spent: 10_000n }]);
    expect([await takenBy(id), await paymentsOf(id)]).toEqual([10_000, 1]);
    const refused = await db.query('select operation, reason, refusals from ledger_refusals');
    expect(refused.rows).toEqual([{ operation: 'createPayment', reason: 'family', refusals: 2n }]);
    await db.transaction((tx) => writeFamily(tx, own, [theirs], { ...rules, monthlySpend: null }));
    expect((await charge(shop, id, 9900)).status).toBe(201);
  });
});
