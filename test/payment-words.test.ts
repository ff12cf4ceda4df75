import { paymentWords as english } from '@pid/contract/texts/payment.en.ts';
import { paymentWords as indonesian } from '@pid/contract/texts/payment.id.ts';
import { sayPaymentState } from '@pid/contract/texts/say-payment.ts';
import { afterEach, describe, expect, test } from 'vitest';
import {
  approved,
  charge,
  noticesOf,
  openPayer,
} from '../packages/server/src/allowances/testing/allowance-fixture.ts';
import {
  letTimePass,
  openShop,
  richPlayer as newRichPlayer,
  type Shop,
} from '../packages/server/src/payments/testing/payment-fixture.ts';
import { setVerified } from '../packages/server/src/relying-parties/index.ts';
import type { HttpClient } from '../packages/server/test/http-client.ts';
import { newPlayer } from '../packages/server/test/sign-in-helper.ts';
import { signInAdministrator } from '../packages/server/test/step-up-helper.ts';
import { startTestService } from '../packages/server/test/test-service.ts';
import { askAddress } from '../packages/web/src/features/money/pages/receipt/ask-address.ts';
import { describeReceipt } from '../packages/web/src/features/money/pages/receipt/describe-receipt.ts';
import { text as receiptEnglish } from '../packages/web/src/features/money/pages/receipt/text.en.ts';
import { text as receiptIndonesian } from '../packages/web/src/features/money/pages/receipt/text.id.ts';
import { describeEntry, noteOf } from '../packages/web/src/features/money/parts/describe-entry.ts';
import { describeEvent } from '../packages/web/src/features/security/parts/activity/describe-event.ts';
import { text as activityEnglish } from '../packages/web/src/features/security/parts/activity/text.en.ts';
import { text as activityIndonesian } from '../packages/web/src/features/security/parts/activity/text.id.ts';
import { describeNotice } from '../packages/web/src/features/security/parts/notices/describe-notice.ts';
import { noticeText as noticeEnglish } from '../packages/web/src/features/security/parts/notices/text.en.ts';
import { noticeText as noticeIndonesian } from '../packages/web/src/features/security/parts/notices/text.id.ts';
import { formatNumberOfRupiah } from '../packages/web/src/kit/format/rupiah.ts';
import { locale } from '../packages/web/src/kit/i18n/locale.ts';
import type { AuditEvent, PlayerPayment, StatementEntry } from '../packages/web/src/kit/api/shapes.ts';

const service = await startTestService({ PID_ADMINS: 'dewi_words@pid' });
const { admin } = await signInAdministrator(service, 'dewi_words');

const texts = {
  en: { words: english, receipt: receiptEnglish, activity: activityEnglish, notice: noticeEnglish },
  id: {
    words: indonesian,
    receipt: receiptIndonesian,
    activity: activityIndonesian,
    notice: noticeIndonesian,
  },
};
afterEach(() => void (locale.value = 'en'));

/** A player who gets a notice of every payment. */
async function richPlayer() {
  const player = await newRichPlayer(service);
  expect((await player.client.patch('/v1/limits', { noticeAmount: 1 })).status).toBe(200);
  return player;
}

/** What each place says about the state of a payment, and the sentences of activity and notice. */
async function readPlaces(client: HttpClient, id: string, language: 'en' | 'id' = 'en') {
  locale.value = language;
  const { words, receipt: receiptText, activity, notice: noticeText } = texts[language];
  const rupiah = formatNumberOfRupiah;
  const [statement, events, notices, list, receipt] = await Promise.all([
    client.get('/v1/fiat/statement'),
    client.get('/v1/identity/activity'),
    client.get('/v1/notices'),
    client.get('/v1/payments'),
    client.get(`/v1/payments/${id}`),
  ]);
  const entries = (statement.body.items as StatementEntry[]).filter(({ payment }) => payment === id);
  const entry = entries.find(({ type, amount }) => ['hold', 'payment'].includes(type) && amount < 0)!;
  const event = (events.body.items as AuditEvent[]).find(({ details }) => details['payment'] === id)!;
  const notice = notices.body.items.find(
    ({ type, data }: { type: string; data: { id: string } }) =>
      type === 'payment.confirmed' && data.id === id,
  );
  const listed = (list.body.items as PlayerPayment[]).find((payment) => payment.id === id)!;
  const asked = askAddress(receiptText, receipt.body);
  const content = describeReceipt(receiptText, { kind: 'payment', payment: receipt.body });
  const saidInActivity = describeEvent(event, activity);
  const saidInNotice = describeNotice(notice, { text: noticeText, locale: language, unknownDevice: '' });
  const lastPart = (sentence: string) => sentence.split(' · ').at(-1);
  const states = {
    statement: sayPaymentState(words, { ...entry, status: entry.paymentStatus! }, rupiah),
    activity: lastPart(saidInActivity),
    notice: lastPart(saidInNotice),
    payments: sayPaymentState(words, listed, rupiah),
    receipt: content.state,
  };
  return {
    states,
    saidInActivity,
    saidInNotice,
    content,
    asked: asked === null ? null : decodeURIComponent(asked),
    note: noteOf(entry),
    titles: entries.map((each) => describeEntry(each, receiptText.money)),
    returns: notices.body.items
      .filter(({ data }: { data: { payment?: string } }) => data.payment === id)
      .map((each: { type: string; data: Record<string, unknown> }) =>
        describeNotice(each, { text: noticeText, locale: language, unknownDevice: '' }),
      ),
    history: receipt.body.history.map(({ status, amount }: { status: string; amount: number }) => [
      status,
      amount,
    ]),
    everything: [statement, events, notices].map(({ text }) => text).join(''),
  };
}

const everywhere = (state: string) => ({
  statement: state,
  activity: state,
  notice: state,
  payments: state,
  receipt: state,
});

async function hold(shop: Shop, player: Awaited<ReturnType<typeof richPlayer>>, fields = {}) {
  const { body } = await shop.create({ amount: 20_000, capture: 'manual', ...fields });
  expect((await player.confirm(body.id, body.total)).body.status).toBe('held');
  return body.id as string;
}
const refund = async (shop: Shop, id: string, amount: number, reason?: string) =>
  expect((await shop.ask('POST', `/payments/${id}/refunds`, { amount, reason })).status).toBe(200);

describe('statement, activity, notices, payments and receipt say the same', () => {
  test('an item of the catalogue has the name of the reader’s language', async () => {
    const contact = 'help@bazaar.example';
    const [shop, budi] = [await openShop(service, { name: 'Bazaar', contact }), await richPlayer()];
    const names = { en: 'Golden sword', id: 'Pedang emas' };
    await shop.ask('PUT', '/items/sword', { names, price: 10_000 });
    const id = await hold(shop, budi, {
      amount: undefined,
      description: undefined,
      sku: 'sword',
      quantity: 2,
    });
    for (const [language, item] of [
      ['en', '2 × Golden sword'],
      ['id', '2 × Pedang emas'],
    ] as const) {
      const places = await readPlaces(budi.client, id, language);
      expect(places.note).toBe(item);
      expect(places.asked).toContain(item);
      expect(places.saidInActivity).toContain(`(${item})`);
      expect(places.saidInNotice).toContain(`(${item})`);
      expect(places.content.lines.map(({ value }) => value)).toContain(item);
    }
  });

  test('held, captured, partly refunded, refunded', async () => {
    const [shop, budi] = [await openShop(service, { name: 'Three in a Row' }), await richPlayer()];
    const id = await hold(shop, budi);
    const held = await readPlaces(budi.client, id);
    expect(held.states).toEqual(everywhere('Held'));
    const sentence = 'Payment to Three in a Row (A golden sword): Rp20,100 including Rp100 fees';
    expect([held.saidInActivity, held.saidInNotice]).toEqual([`${sentence} · Held`, `${sentence} · Held`]);
    expect(held.titles).toEqual(['Payment to Three in a Row']);
    expect(held.history).toEqual([['held', 20_100]]);

    expect((await shop.ask('POST', `/payments/${id}/capture`, {})).status).toBe(200);
    const paid = await readPlaces(budi.client, id);
    expect(paid.states).toEqual(everywhere('Paid'));
    expect(paid.history).toEqual([
      ['held', 20_100],
      ['paid', 20_100],
    ]);

    await refund(shop, id, 5000, 'One was broken');
    const partly = await readPlaces(budi.client, id);
    expect(partly.states).toEqual(everywhere('Paid, Rp5,000 refunded'));
    expect((await readPlaces(budi.client, id, 'id')).states).toEqual(
      everywhere('Terbayar, Rp5.000 dikembalikan'),
    );
    await refund(shop, id, 3000);
    expect((await readPlaces(budi.client, id)).states).toEqual(everywhere('Paid, Rp8,000 refunded'));

    await refund(shop, id, 12_000);
    const refunded = await readPlaces(budi.client, id);
    expect(refunded.states).toEqual(everywhere('Refunded'));
    expect(refunded.titles).toEqual([
      'Refund from Three in a Row',
      'Refund from Three in a Row',
      'Refund from Three in a Row',
      'Payment to Three in a Row',
    ]);
    // The last refund returns the service fee.
    expect(refunded.history).toEqual([
      ['held', 20_100],
      ['paid', 20_100],
      ['refunded', 5000],
      ['refunded', 3000],
      ['refunded', 12_100],
    ]);
    expect(refunded.returns).toEqual([
      'Refund from Three in a Row (A golden sword): Rp12,100',
      'Refund from Three in a Row (A golden sword): Rp3,000',
      'Refund from Three in a Row (A golden sword): Rp5,000',
      `${sentence} · Refunded`,
    ]);
    const indonesianPlaces = await readPlaces(budi.client, id, 'id');
    expect(indonesianPlaces.states).toEqual(everywhere('Dikembalikan'));
    expect(indonesianPlaces.saidInNotice).toBe(
      'Pembayaran ke Three in a Row (A golden sword): Rp20.100 termasuk biaya Rp100 · Dikembalikan',
    );
    const csv = (await budi.client.get('/v1/fiat/statement?format=csv')).text;
    expect(csv.split('\r\n').filter((line) => line.includes(id))).toHaveLength(4);
    expect(csv).toContain(`Three in a Row,${id},,refunded,,20000`);
    expect(await balanceOf(budi.client)).toBe(1_000_000);
  });

  test('held and voided, by the app or because its time has passed', async () => {
    const [shop, budi] = [await openShop(service, { name: 'Three in a Row' }), await richPlayer()];
    const [voided, expired] = [await hold(shop, budi), await hold(shop, budi)];
    expect((await shop.ask('POST', `/payments/${voided}/void`, {})).body.status).toBe('void');
    await letTimePass(service, expired, 700_000);
    expect((await shop.ask('POST', `/payments/${expired}/capture`, {})).status).toBe(409);
    for (const id of [voided, expired]) {
      const places = await readPlaces(budi.client, id);
      expect(places.states).toEqual(everywhere('Returned'));
      expect(places.titles).toEqual(['Returned by Three in a Row', 'Payment to Three in a Row']);
      expect(places.returns[0]).toBe('Returned by Three in a Row (A golden sword): Rp20,100');
      expect(places.history).toEqual([
        ['held', 20_100],
        ['returned', 20_100],
      ]);
      expect((await readPlaces(budi.client, id, 'id')).states).toEqual(everywhere('Uang kembali'));
    }
  });

  test('a partial capture shows the returned rest, and amount plus fee is the total', async () => {
    const [shop, budi] = [await openShop(service), await richPlayer()];
    const id = await hold(shop, budi);
    await shop.ask('POST', `/payments/${id}/capture`, { amount: 6000 });
    const places = await readPlaces(budi.client, id);
    expect(places.states).toEqual(everywhere('Paid, Rp14,000 returned'));
    expect(places.history).toEqual([
      ['held', 20_100],
      ['paid', 6100],
      ['returned', 14_000],
    ]);
    expect(places.content.lines.slice(2, 5).map(({ value }) => value)).toEqual([
      'Rp6,000',
      'Rp100',
      'Rp6,100',
    ]);
    await refund(shop, id, 1000);
    expect((await readPlaces(budi.client, id)).states).toEqual(
      everywhere('Paid, Rp14,000 returned, Rp1,000 refunded'),
    );
  });

  test('a charge by an allowance is automatic', async () => {
    const shop = await openShop(service);
    const budi = await openPayer(service, shop);
    const { body } = await charge(shop, await approved(shop, budi), 10_000);
    const [confirmed, charged] = await Promise.all(
      ['payment.confirmed', 'allowance.charged'].map((type) => noticesOf(budi, type)),
    );
    expect([confirmed, charged]).toEqual([[], [expect.objectContaining({ id: body.id, status: 'paid' })]]);
    const { items } = (await budi.client.get('/v1/identity/activity')).body as { items: AuditEvent[] };
    const event = items.find(({ details }) => details['payment'] === body.id)!;
    expect(describeEvent(event, activityEnglish)).toBe(
      'Payment to Star Game (A month): Rp10,100 including Rp100 fees · automatic payment · Paid',
    );
    const receipt = (await budi.client.get(`/v1/payments/${body.id}`)).body as PlayerPayment;
    expect(describeReceipt(receiptEnglish, { kind: 'payment', payment: receipt }).lines).toContainEqual({
      label: 'How',
      value: 'Automatically, as allowed',
    });
  });

  test('a payment to another player names the player and the app', async () => {
    const [shop, budi, ratu] = [await openShop(service), await richPlayer(), await newPlayer(service)];
    const { body } = await shop.create({ amount: 20_000, to: ratu.pid });
    await budi.confirm(body.id, body.total);
    const places = await readPlaces(budi.client, body.id);
    expect(places.states).toEqual(everywhere('Paid'));
    expect(places.saidInNotice).toContain(`Payment to ${ratu.pid} through Star Game (A golden sword)`);
    expect(places.saidInActivity).toBe(places.saidInNotice);
    expect(places.content.lines).toContainEqual({ label: 'Goes to', value: ratu.pid });
  });
});

const balanceOf = async (client: HttpClient) => (await client.get('/v1/fiat/balance')).body.balance;

describe('the receipt of a payment', () => {
  test('keeps the name that the payer confirmed when the app is renamed, verified again and deleted', async () => {
    const [shop, budi] = [await openShop(service, { name: 'Three in a Row' }), await richPlayer()];
    await service.db.transaction((tx) => setVerified(tx, shop.clientId, true));
    const id = await hold(shop, budi);
    expect((await budi.client.get(`/v1/payments/${id}`)).body.app.verified).toBe(true);
    await shop.ask('POST', `/payments/${id}/capture`, {});
    expect((await shop.owner.patch(`/v1/apps/${shop.clientId}`, { name: 'Four in a Row' })).status).toBe(200);
    await service.db.transaction((tx) => setVerified(tx, shop.clientId, true));
    const renamed = await readPlaces(budi.client, id);
    expect(renamed.content.what).toBe('Payment to Three in a Row');
    expect(renamed.everything).not.toContain('Four in a Row');
    // The badge belongs to the new name.
    expect((await budi.client.get(`/v1/payments/${id}`)).body.app).toMatchObject({
      name: 'Three in a Row',
      verified: false,
    });

    await refund(shop, id, 5000);
    await shop.owner.post(`/v1/apps/${shop.clientId}/payouts`, { amount: 15_000 });
    expect((await shop.owner.delete(`/v1/apps/${shop.clientId}`)).status).toBe(200);
    const gone = await readPlaces(budi.client, id);
    expect(gone.states).toEqual(everywhere('Paid, Rp5,000 refunded'));
    expect(gone.titles).toEqual(['Refund from Three in a Row', 'Payment to Three in a Row']);
    expect(gone.returns[0]).toBe('Refund from Three in a Row (A golden sword): Rp5,000');
  });

  test('no sentence names an app by its client_id', async () => {
    const [shop, budi] = [await openShop(service), await richPlayer()];
    const id = await hold(shop, budi);
    await shop.ask('POST', `/payments/${id}/void`, {});
    const { saidInActivity, saidInNotice, titles, returns, content } = await readPlaces(budi.client, id);
    const said = JSON.stringify([saidInActivity, saidInNotice, titles, returns, content]);
    expect(said).not.toContain(shop.clientId);
  });

  test('is only for the payer, and stays readable for a suspended one', async () => {
    const [shop, budi, other] = [await openShop(service), await richPlayer(), await newPlayer(service)];
    const id = await hold(shop, budi);
    expect((await other.client.get(`/v1/payments/${id}`)).status).toBe(404);
    expect((await shop.owner.get(`/v1/payments/${id}`)).status).toBe(404);
    await admin.post(`/v1/admin/identities/${budi.pid}/suspend`, { reason: 'a test' });
    await expect
      .poll(async () => (await budi.client.post('/v1/fiat/sends', { to: other.pid, amount: 1 })).status)
      .toBe(403);
    expect((await readPlaces(budi.client, id)).states).toEqual(everywhere('Held'));
  });

  test('is in the export, and notices store no copy of its description', async () => {
    const [shop, budi, ratu] = [await openShop(service), await richPlayer(), await newPlayer(service)];
    const { body } = await shop.create({ amount: 20_000, to: ratu.pid, description: 'Gift for a friend' });
    await budi.confirm(body.id, body.total);
    const exported = (await budi.client.get('/v1/identity/export')).body;
    expect(exported.payments).toMatchObject([
      { appName: 'Star Game', status: 'paid', history: [{ status: 'paid', amount: body.total }] },
    ]);
    expect(exported.money.entries[0]).toMatchObject({ paymentStatus: 'paid', appName: 'Star Game' });
    const { rows } = await service.db.query<{ stored: string }>(
      `select string_agg(data::text, '') as stored from notices where identity_id = $1`,
      [budi.identityId],
    );
    // A copy would outlive the erasure of the description after a deletion.
    expect(rows[0]!.stored).not.toContain('Gift for a friend');
    expect((await readPlaces(budi.client, body.id)).saidInNotice).toContain('Gift for a friend');
  });
});
