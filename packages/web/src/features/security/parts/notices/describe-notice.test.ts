import { describe, expect, test } from 'vitest';
import { describeNotice, noticePath } from './describe-notice.ts';
import { noticeText as english } from './text.en.ts';
import { noticeText as indonesian } from './text.id.ts';

const say = (type: string, data: Record<string, unknown>, locale: 'en' | 'id' = 'en') =>
  describeNotice(
    { type, data },
    { text: locale === 'en' ? english : indonesian, locale, unknownDevice: 'Unknown device' },
  );

const at = '2026-11-18T07:00:00.000Z';

describe('a notice', () => {
  test('is a sentence with names and amounts in the usual format', () => {
    expect(say('money.sent', { to: 'ratu@pid', amount: 1_500_000 })).toBe('Rp1,500,000 was sent to ratu@pid');
    expect(say('wallet.withdrawn', { asset: 'SOL', amount: '1500000000', to: 'A'.repeat(44) }, 'id')).toBe(
      '1,5 SOL dikirim dari dompetmu ke AAAA…AAAA',
    );
    const named = { asset: 'SOL', amount: '1500000000', to: 'A'.repeat(44), pid: 'ratu@pid' };
    expect(say('wallet.withdrawn', named)).toBe('1.5 SOL was sent from your wallet to ratu@pid');
    const token = { asset: 'HTDoLrpGgGDqyTDzPZ1bvQqPfGvQFXkDBmeZBTMvFjjw', to: 'A'.repeat(44) };
    const usdc = { ...token, decimals: 6, assetName: 'USDC' };
    expect(say('wallet.withdrawn', { ...usdc, amount: '1234567000' }, 'id')).toBe(
      '1.234,567 USDC dikirim dari dompetmu ke AAAA…AAAA',
    );
    expect(say('wallet.withdrawn', { ...usdc, amount: 'all' })).toBe(
      'All USDC was sent from your wallet to AAAA…AAAA',
    );
    // Notices of earlier releases lack the decimals.
    expect(say('wallet.withdrawn', { ...token, amount: '1000' })).toBe(
      '1000 (HTDo…Fjjw) was sent from your wallet to AAAA…AAAA',
    );
    expect(say('session.new_device', { userAgent: '' })).toBe('Signed in on a new device: Unknown device');
  });

  test('of an unknown type gets a general sentence and a link', () => {
    expect(say('comet.seen', {})).toBe('Something happened to your identity');
    expect(say('constructor', {})).toBe('Something happened to your identity');
    expect(noticePath({ type: 'comet.seen', data: {}, at })).toBe('/security?tab=activity');
  });

  test('links to the page where the player can act on it', () => {
    expect(noticePath({ type: 'login.unlinked', data: {}, at })).toBe('/security?tab=logins');
    expect(noticePath({ type: 'allowance.refused', data: { id: 'a' }, at })).toBe('/connected-apps');
    expect(noticePath({ type: 'allowance.charged', data: { id: 'p', payment: 'p' }, at })).toBe(
      '/payments/p',
    );
    expect(noticePath({ type: 'money.sent', data: { id: '../admin' }, at })).toBe('/receipts/..%2Fadmin');
  });

  test('about a payment names app, item, fee and current state, and leads to its receipt', () => {
    const data = { id: 'p', payment: 'p', app: 'Star Game', item: 'A sword', amount: 20_100, fee: 100 };
    const paid = { ...data, status: 'paid', returned: 0, refunded: 5000 };
    expect(say('payment.confirmed', paid)).toBe(
      'Payment to Star Game (A sword): Rp20,100 including Rp100 fees · Paid, Rp5,000 refunded',
    );
    expect(noticePath({ type: 'payment.confirmed', data: paid, at })).toBe('/payments/p');
    const refund = { ...paid, id: 'r', from: 'app_31830f', amount: 5000, refund: true };
    expect(say('money.returned', refund)).toBe('Refund from Star Game (A sword): Rp5,000');
    expect(say('money.returned', { ...refund, refund: undefined }, 'id')).toBe(
      'Uang kembali dari Star Game (A sword): Rp5.000',
    );
    expect(noticePath({ type: 'money.returned', data: refund, at })).toBe('/payments/p');
  });

  test('of a received payment or a top-up leads to the receipt of the statement entry', () => {
    const path = '/receipts/r?at=2026-11-18T07%3A00%3A00.000Z';
    expect(noticePath({ type: 'money.received', data: { id: 'r', payment: 'p' }, at })).toBe(path);
    expect(noticePath({ type: 'money.topped_up', data: { id: 'r' }, at })).toBe(path);
    expect(noticePath({ type: 'money.received', data: { id: 'r' }, at })).toBe('/receipts/r');
  });

  test('has texts for the same types in both languages', () => {
    expect(Object.keys(indonesian.types)).toEqual(Object.keys(english.types));
  });
});
