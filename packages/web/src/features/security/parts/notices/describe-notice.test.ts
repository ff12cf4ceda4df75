import { describe, expect, test } from 'vitest';
import { describeNotice, noticePath } from './describe-notice.ts';
import { noticeText as english } from './text.en.ts';
import { noticeText as indonesian } from './text.id.ts';

const say = (type: string, data: Record<string, unknown>, locale: 'en' | 'id' = 'en') =>
  describeNotice(
    { type, data },
    { text: locale === 'en' ? english : indonesian, locale, unknownDevice: 'Unknown device' },
  );

describe('a notice', () => {
  test('is a sentence with names and amounts in the usual format', () => {
    expect(say('money.sent', { to: 'ratu@pid', amount: 1_500_000 })).toBe('Rp1,500,000 was sent to ratu@pid');
    expect(say('wallet.withdrawn', { asset: 'SOL', amount: '1500000000', to: 'A'.repeat(44) }, 'id')).toBe(
      '1,5 SOL dikirim dari dompetmu ke AAAA…AAAA',
    );
    expect(say('session.new_device', { userAgent: '' })).toBe('Signed in on a new device: Unknown device');
  });

  test('of an unknown type gets a general sentence and a link', () => {
    expect(say('comet.seen', {})).toBe('Something happened to your identity');
    expect(say('constructor', {})).toBe('Something happened to your identity');
    expect(noticePath({ type: 'comet.seen', data: {} })).toBe('/security?tab=activity');
  });

  test('links to the page where the player can act on it', () => {
    expect(noticePath({ type: 'login.unlinked', data: {} })).toBe('/security?tab=logins');
    expect(noticePath({ type: 'money.sent', data: { id: '../admin' } })).toBe('/receipts/..%2Fadmin');
  });

  test('has texts for the same types in both languages', () => {
    expect(Object.keys(indonesian.types)).toEqual(Object.keys(english.types));
  });
});
