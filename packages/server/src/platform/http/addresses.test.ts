import { describe, expect, test } from 'vitest';
import { addressKey, cleanForwarded, isForwarded, isLoopbackAddress } from './addresses.ts';

describe('the key of an address', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['::FFFF:c633:6407', '198.51.100.7'],
    ['0:0:0:0:0:ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::1:198.51.100.7', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['abc', 'unknown'],
  ])('%s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

describe('the forwarded addresses', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:5555', '198.51.100.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['203.0.113.9, 198.51.100.7:1', '203.0.113.9, 198.51.100.7'],
    ['203.0.113.9, unknown, 198.51.100.7', '198.51.100.7'],
    ['198.51.100.7, _hidden', undefined],
    ['198.51.100.256', undefined],
    ['198.51.100.07', undefined],
    ['', undefined],
  ])('%j are reduced to %j', (header, left) => {
    expect(cleanForwarded(header)).toBe(left);
  });
});

test('recognizes a loopback address in every spelling, and no host name', () => {
  expect(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'].every(isLoopbackAddress)).toBe(true);
  expect(['128.0.0.1', '::2', 'localhost', '127.0.0.1.evil', undefined].some(isLoopbackAddress)).toBe(false);
});

test.each(['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-proto', 'cf-connecting-ip'])(
  '%s shows that a proxy forwarded the request',
  (name) => {
    expect(isForwarded({ [name]: 'x' })).toBe(true);
    expect(isForwarded({ host: 'x', accept: '*/*' })).toBe(false);
  },
);
