import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/searches.ts';
import { isLoopbackOrigin, matchReturnAddress, normaliseOrigin, withAnswer } from './origin-rules.ts';

const listed = ['https://game.example', 'https://play.example:8443', 'https://xn--bcher-kva.example'];

describe('a return address is accepted', () => {
  test.each([
    ['https://game.example', 'https://game.example'],
    ['https://game.example/', 'https://game.example'],
    ['https://game.example/any/path?and=query', 'https://game.example'],
    ['https://game.example:443/', 'https://game.example'],
    ['HTTPS://GAME.EXAMPLE/Path', 'https://game.example'],
    ['https://game.example/a/../../b', 'https://game.example'],
    ['https://play.example:8443/x', 'https://play.example:8443'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example'],
    ['http://localhost', 'http://localhost'],
    ['http://localhost:5173/any/path?x=1', 'http://localhost:5173'],
    ['http://LOCALHOST:80/', 'http://localhost'],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000/x', 'http://[::1]:3000'],
  ])('%s', (address, origin) => {
    expect(matchReturnAddress(address, listed)?.origin).toBe(origin);
  });

  test('also after 100,000 calls, when the engine has optimised the code', () => {
    const asked = Array.from({ length: 100_000 }, () =>
      matchReturnAddress('https://bücher.example/', listed),
    );
    expect(asked.filter((address) => address === null)).toEqual([]);
  });
});

describe('a return address is refused', () => {
  test.each([
    '',
    '/',
    '//evil',
    '//game.example',
    '/\\evil',
    'https:evil',
    'https:game.example',
    'https:/game.example',
    'https:///game.example',
    'https:\\\\game.example',
    'https://game.example\\@evil.example/',
    'https://game.example\\.evil.example/',
    'https://evil.example/https://game.example',
    'https://game.example.evil.example/',
    'https://evilgame.example/',
    'https://sub.game.example/',
    'https://game.example./',
    'https://game.example:8443/',
    'https://play.example/',
    'https://play.example:8443@evil.example/',
    'https://user@game.example/',
    'https://user:pass@game.example/',
    'https://@game.example/',
    'https://game.example@evil.example/',
    'https://game.example%2eevil.example/',
    'https://game.example%00.evil.example/',
    'https://game.example/#fragment',
    'https://game.example/#',
    'https://game.example#@evil.example/',
    'https://game.example?@evil.example/#x',
    'http://game.example/',
    'javascript://game.example/%0aalert(1)',
    'javascript:alert(1)',
    'data:text/html,x',
    'file://localhost/etc/passwd',
    'blob:https://game.example/1',
    'ws://localhost/',
    'http://localhost.evil.com/',
    'http://127.0.0.1.evil.com/',
    'http://[::1]evil/',
    'http://[::1].evil.com/',
    'http://[::1]@evil.com/',
    'http://localhost@evil.com/',
    'http://localhost:80@evil.com/',
    'http://localhost:99999/',
    'http://localhost:/\\evil.com',
    'http://localhost./',
    'http://notlocalhost/',
    'http://sub.localhost/',
    'http://127.0.0.2/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'https://localhost/',
    'https://127.0.0.1/',
    ' https://game.example/',
    'https://game.example/ ',
    'https://game.ex\nample/',
    'https://game.ex\tample/',
    'ht\ntps://game.example/',
    'https://game.example/\u0000',
    'https://game.example/\u202egnp.exe',
    'https://*.example/',
    'https://game.example/?pid_code=planted',
    'https://game.example/?state=planted',
    'https://game.example/?x=1&error=planted',
    'https://game.example/?%70id_code=planted',
    `https://game.example/${'a'.repeat(1100)}`,
  ])('%j', (address) => {
    expect(matchReturnAddress(address, listed)).toBeNull();
  });
});

describe('an origin that an app lists', () => {
  test.each([
    ['https://game.example', 'https://game.example'],
    ['https://game.example/', 'https://game.example'],
    ['https://Game.Example:443', 'https://game.example'],
    ['https://game.example:8443', 'https://game.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://localhost:3000', 'https://localhost:3000'],
    ['https://[2001:DB8::1]', 'https://[2001:db8::1]'],
  ])('%s is stored as %s', (text, origin) => {
    expect(normaliseOrigin(text)).toBe(origin);
  });

  test.each([
    'http://game.example',
    'http://localhost:3000',
    'https://game.example/path',
    'https://game.example//',
    'https://game.example?',
    'https://game.example/?x',
    'https://game.example#',
    'https://*.game.example',
    'https://*',
    'https://user@game.example',
    'https://game.example.',
    'https://game.example,https://evil.example',
    'https://',
    'https:game.example',
    'game.example',
    '*',
    'null',
    '',
    ' https://game.example',
    'https://game.example:99999',
    'https://ga%6de.example',
    'https://game.example\\',
  ])('%j is refused', (text) => {
    expect(normaliseOrigin(text)).toBeNull();
  });
});

test.each(['http://localhost', 'http://localhost:1', 'http://127.0.0.1:65535', 'http://[::1]:8080'])(
  '%s is loopback',
  (origin) => {
    expect(isLoopbackOrigin(origin)).toBe(true);
  },
);

test.each([
  'http://localhost.evil.com',
  'http://127.0.0.1.evil.com',
  'http://[::1]evil',
  'https://localhost',
  'http://localhost:65536',
  'http://localhost/',
  'http://localhost:',
  'null',
  '',
])('%s is not loopback', (origin) => {
  expect(isLoopbackOrigin(origin)).toBe(false);
});

/**
 * Independent reference: splits the text itself, compares hosts one by one and never uses a URL parser. ASCII
 * hosts only.
 */
function referenceAccepts(text: string): boolean {
  if (
    text.length > 1024 ||
    Array.from(text).some((char) => char <= ' ' || char === '\\' || char === '#' || char === '\u007f')
  )
    return false;
  const split = text.indexOf('://');
  const scheme = text.slice(0, split).toLowerCase();
  const rest = split < 0 ? '' : text.slice(split + 3);
  const end = rest.search(/[/?]/);
  const authority = (end < 0 ? rest : rest.slice(0, end)).toLowerCase();
  const query = rest.includes('?') ? rest.slice(rest.indexOf('?') + 1) : '';
  if (
    query
      .split('&')
      .some((pair) => ['pid_code', 'code', 'state', 'error', 'iss'].includes(pair.split('=')[0]!))
  )
    return false;
  if (scheme === 'https')
    return [
      'game.example',
      'game.example:443',
      'play.example:8443',
      'xn--bcher-kva.example',
      'xn--bcher-kva.example:443',
      'game.example:',
      'xn--bcher-kva.example:',
    ].includes(authority);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].find(
    (host) => authority === host || authority.startsWith(`${host}:`),
  );
  if (scheme !== 'http' || loopback === undefined) return false;
  const port = authority.slice(loopback.length + 1);
  return authority === loopback || (/^\d{1,5}$/.test(port) && Number(port) < 65_536);
}

const part = fc.constantFrom(
  'http',
  'https',
  'HTTPS',
  ':',
  '://',
  '//',
  '/',
  '\\',
  '@',
  '#',
  '?',
  '.',
  ':8443',
  ':443',
  ':80',
  ':99999',
  'game.example',
  'GAME.example',
  'play.example',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'evil.com',
  'user',
  'state=1',
  'code',
  '&',
  'x=1',
  ' ',
  '\t',
  'xn--bcher-kva.example',
  '..',
  '%2e',
  '*',
);

test('agrees with the reference matcher on addresses built from likely parts', () => {
  const address = fc.oneof(
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom('http://', 'https://', 'Http://'), fc.array(part, { maxLength: 5 }))
      .map(([scheme, parts]) => scheme + parts.join('')),
    fc.webUrl(),
    fc.string({ maxLength: 40 }),
  );
  fc.assert(
    fc.property(address, (text) => {
      expect([text, matchReturnAddress(text, listed) !== null]).toEqual([text, referenceAccepts(text)]);
    }),
    runs(1000, 20_000),
  );
});

test('an accepted address stays on its origin, regardless of the response parameters', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), fc.string(), fc.string(), (parts, code, state) => {
      const matched = matchReturnAddress(`https://game.example/${parts.join('')}`, listed);
      if (!matched) return;
      const answered = new URL(withAnswer(matched.href, { pid_code: code, state }));
      expect(answered.origin).toBe('https://game.example');
      expect(answered.searchParams.getAll('pid_code')).toEqual([code]);
      expect(answered.searchParams.getAll('state')).toEqual([state]);
    }),
    runs(300, 2000),
  );
});
