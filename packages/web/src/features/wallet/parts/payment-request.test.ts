import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactUnits, formatExact, readPaymentRequest } from './payment-request.ts';

const SHOP = 'HTDoLrpGgGDqyTDzPZ1bvQqPfGvQFXkDBmeZBTMvFjjw';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const REFERENCE = '6pmJDrHmBYKYzTGzPcTWzUQ3bxDFkjJUYyvbBPDXVTxR';
const nothing = { asset: 'SOL', amount: null, references: [], memo: null, label: null, message: null };

describe('a payment request', () => {
  test.each([
    [`solana:${SHOP}`, { to: SHOP }],
    [`SOLANA:${SHOP}?amount=1`, { to: SHOP, amount: '1' }],
    // The examples of the specification.
    [
      `solana:${SHOP}?amount=1&label=Michael&message=Thanks%20for%20all%20the%20fish&memo=OrderId12345`,
      { to: SHOP, amount: '1', label: 'Michael', message: 'Thanks for all the fish', memo: 'OrderId12345' },
    ],
    [`solana:${SHOP}?amount=0.01&spl-token=${USDC}`, { to: SHOP, amount: '0.01', asset: USDC }],
    [`solana:${SHOP}?label=Michael`, { to: SHOP, label: 'Michael' }],
    [
      `solana:${SHOP}?reference=${REFERENCE}&reference=${USDC}#part`,
      { to: SHOP, references: [REFERENCE, USDC] },
    ],
    // Only parameters that begin with req- must be understood.
    [`solana:${SHOP}?amount=2&redirect=x`, { to: SHOP, amount: '2' }],
  ])('reads %s', (text, request) => expect(readPaymentRequest(text)).toEqual({ ...nothing, ...request }));

  test.each<readonly [string, object]>([
    ['solana:https://shop.example/pay', { problem: 'website' }],
    ['solana:https%3A%2F%2Fshop.example%2Fpay%3Forder%3D1', { problem: 'website' }],
    ['solana:HTTP://shop.example', { problem: 'website' }],
    [`solana:${SHOP}?req-split=1`, { problem: 'unknown', parameter: 'req-split' }],
    [
      `solana:${SHOP}?REQ-%00${'x'.repeat(50)}=`,
      { problem: 'unknown', parameter: `REQ-\0${'x'.repeat(25)}` },
    ],
    ['solana:', { problem: 'broken' }],
    ['solana:budi@pid', { problem: 'broken' }],
    [`solana:${'1'.repeat(33)}`, { problem: 'broken' }],
    [`solana:${SHOP}/x?amount=1`, { problem: 'broken' }],
    [`solana:${SHOP}?amount=1&amount=2`, { problem: 'broken' }],
    [`solana:${SHOP}?memo=a&memo=b`, { problem: 'broken' }],
    [`solana:${SHOP}?spl-token=SOL`, { problem: 'broken' }],
    [`solana:${SHOP}?spl-token=`, { problem: 'broken' }],
    [`solana:${SHOP}?reference=${'1'.repeat(40)}`, { problem: 'broken' }],
    [`solana:${SHOP}?reference=${REFERENCE}&reference=${REFERENCE}`, { problem: 'broken' }],
    ...['', '-1', '+1', '1e3', '.5', '1.', '1,5', '0x10', '1 000', 'NaN', '١'].map(
      (amount) => [`solana:${SHOP}?amount=${encodeURIComponent(amount)}`, { problem: 'broken' }] as const,
    ),
    [`solana:${SHOP}?memo=${'m'.repeat(161)}`, { problem: 'too-long' }],
    [`solana:${SHOP}?memo=${'m'.repeat(128)}&reference=${REFERENCE}`, { problem: 'too-long' }],
    [`solana:${SHOP}?message=${'m'.repeat(2000)}`, { problem: 'too-long' }],
  ])('refuses %s', (text, problem) => expect(readPaymentRequest(text)).toEqual(problem));

  test.each(['', SHOP, 'budi@pid', `ethereum:${SHOP}`, 'https://pid.example/p/budi'])('is not %j', (text) =>
    expect(readPaymentRequest(text)).toBeNull(),
  );

  test('a memo fills the space that references leave', () => {
    expect(readPaymentRequest(`solana:${SHOP}?memo=${'m'.repeat(127)}&reference=${REFERENCE}`)).toMatchObject(
      {
        memo: 'm'.repeat(127),
      },
    );
    expect(readPaymentRequest(`solana:${SHOP}?memo=${encodeURIComponent('é'.repeat(80))}`)).toMatchObject({
      memo: 'é'.repeat(80),
    });
    expect(readPaymentRequest(`solana:${SHOP}?memo=${encodeURIComponent('é'.repeat(81))}`)).toEqual({
      problem: 'too-long',
    });
  });
});

describe('the amount of a payment request', () => {
  test('is exact for every amount and number of decimals', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), fc.integer({ min: 0, max: 12 }), (units, decimals) => {
        const digits = units.toString().padStart(decimals + 1, '0');
        const cut = digits.length - decimals;
        const text = decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
        expect(exactUnits(text, decimals)).toBe(units);
        const short = decimals === 0 ? text : text.replace(/\.?0+$/u, '');
        expect(exactUnits(short, decimals)).toBe(units);
      }),
    );
  });

  test.each([
    ['0.1', 9, 100_000_000n],
    ['0.000000001', 9, 1n],
    ['0.0000000001', 9, null],
    ['1.5', 0, null],
    ['9007199254740993', 0, 9_007_199_254_740_993n],
    ['007', 2, 700n],
  ])('%s with %i decimals', (text, decimals, units) => expect(exactUnits(text, decimals)).toBe(units));
});

test('an amount is shown with all its digits', () => {
  expect(formatExact('1234567.10', 'id')).toBe('1.234.567,10');
  expect(formatExact('1234567.10', 'en')).toBe('1,234,567.10');
  expect(formatExact('000', 'en')).toBe('0');
});
