import { describe, expect, test } from 'vitest';
import type { AnyNotice } from '../notice-types.ts';
import { composeMail } from './compose-mail.ts';

const compose = (notice: AnyNotice, locale: string | null = 'en') =>
  composeMail({
    notice,
    at: new Date(0),
    pid: 'budi@pid',
    locale,
    baseUrl: new URL('https://pid.example'),
    timeZone: 'Asia/Jakarta',
    notMeToken: null,
  });
const newDevice = (userAgent: string, locale: string | null = 'en') =>
  compose({ type: 'session.new_device', data: { sessionId: 's', method: 'google', userAgent } }, locale);

/** Returns the texts that a mail program would turn into links, except links to our own pages. */
function linksIn(text: string): string[] {
  const found =
    text.match(/[a-z]+:\/\/\S+|[\p{L}\p{N}-]+(?:[.\u3002\uFF0E\uFF61]\p{L}[\p{L}\p{N}-]*)+/giu) ?? [];
  return found.filter((link) => !link.startsWith('https://pid.example'));
}

const payment = {
  id: 'i',
  app: 'Star Game',
  amount: 20_100,
  to: null,
  item: 'A golden sword',
  goods: null,
  fee: 100,
  status: 'held',
  returned: 0,
  refunded: 0,
};

test('a mail about a payment names the app, the item, the fee and the state', () => {
  const { text } = compose({ type: 'payment.confirmed', data: payment }, null);
  expect(text).toContain('Payment to Star Game (A golden sword): Rp20,100 including Rp100 fees · Held.');
  expect(text).toContain(
    'Pembayaran ke Star Game (A golden sword): Rp20.100 termasuk biaya Rp100 · Ditahan.',
  );
});

test('a mail names an item of a catalogue in the language of the mail', () => {
  const goods = { names: { en: 'Golden sword', id: 'Pedang emas' }, quantity: 2 };
  const { text } = compose({ type: 'payment.confirmed', data: { ...payment, goods } }, null);
  expect(text).toContain('Payment to Star Game (2 × Golden sword):');
  expect(text).toContain('Pembayaran ke Star Game (2 × Pedang emas):');
});

test.each([
  [
    { amount: '1234567000', decimals: 6, assetName: 'USDC' },
    '1,234.567 USDC was sent',
    '1.234,567 USDC dikirim',
  ],
  [{ amount: 'all', decimals: 6, assetName: 'USDC' }, 'All USDC was sent', 'Semua USDC dikirim'],
  [{ amount: '7', decimals: 0, assetName: '“GOLD” HTDo…Fjjw' }, '7 “GOLD” HTDo…Fjjw was sent', '7 “GOLD”'],
  [{ amount: '1000' }, '1000 (HTDoLrp) was sent', '1000 (HTDoLrp) dikirim'],
  [{ asset: 'SOL', amount: '1500000000' }, '1.5 SOL was sent', '1,5 SOL dikirim'],
])(
  'a mail about a withdrawal names the amount in the unit of the asset: %o',
  (given, english, indonesian) => {
    const data = { id: 'w', asset: 'HTDoLrp', to: 'AAAA', ...given };
    const { text } = compose({ type: 'wallet.withdrawn', data }, null);
    expect(text).toContain(`${english} to AAAA.`);
    expect(text).toContain(indonesian);
  },
);

describe('text from other people', () => {
  test.each([
    'Visit evil.com now',
    'https://evil.com/reset',
    'PID support: HTTP://evil.com',
    'www.evil.co.id',
    'help@evil.com',
    'evil\uFF0Ecom',
    'evil\u3002com',
    'evil.\u2060com',
    'е.рф',
  ])('does not become a link in text or HTML: %s', (name) => {
    for (const notice of [
      { type: 'passkey.added', data: { passkeyId: 'p', name } },
      { type: 'app.connected', data: { clientId: 'c', name } },
      { type: 'payment.confirmed', data: { ...payment, app: name, item: name } },
      {
        type: 'payment.confirmed',
        data: { ...payment, goods: { names: { en: name, id: name }, quantity: 2 } },
      },
      { type: 'session.new_device', data: { sessionId: 's', method: 'google', userAgent: name } },
      {
        type: 'wallet.withdrawn',
        data: { id: 'w', asset: 'A', amount: '1', to: 'B', decimals: 0, assetName: `“${name}” A` },
      },
    ] as const) {
      const { text, html } = compose(notice, null);
      expect(linksIn(text)).toEqual([]);
      expect(linksIn(html.replaceAll(/<[^>]*>/g, '\n'))).toEqual([]);
      expect(html.match(/href="(?!https:\/\/pid\.example\/)/g)).toBeNull();
    }
  });

  test('stays readable', () => {
    expect(
      compose({ type: 'passkey.added', data: { passkeyId: 'p', name: 'iPhone 15.1, J. Doe' } }).text,
    ).toContain('“iPhone 15.1, J. Doe”');
    expect(compose({ type: 'passkey.added', data: { passkeyId: 'p', name: 'evil.com' } }).text).toContain(
      '“evil . com”',
    );
  });
});

describe('a new device', () => {
  test('is described by browser and system only', () => {
    const agent =
      'Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Call +62 800 1234 or open evil.com';
    expect(newDevice(agent).text).toContain('signed in with a new browser: Chrome, Windows.');
    expect(newDevice(agent).text).not.toMatch(/evil|800/);
  });

  test('that is not recognized is called unknown in the language of the mail', () => {
    expect(newDevice('Your account is locked, call us').text).toContain('an unknown device.');
    expect(newDevice('', 'id').text).toContain('perangkat yang tidak dikenal.');
  });
});
