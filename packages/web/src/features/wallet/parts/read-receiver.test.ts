import { expect, test } from 'vitest';
import { readReceiver } from './read-receiver.ts';

const ADDRESS = 'HTDoLrpGgGDqyTDzPZ1bvQqPfGvQFXkDBmeZBTMvFjjw';
const read = (text: string) => readReceiver(text, 'https://pid.example');
const player = { kind: 'player', pid: 'budi_gg@pid' };
const wallet = { kind: 'address', address: ADDRESS };

test.each([
  [ADDRESS, wallet],
  [`  ${ADDRESS}\n`, wallet],
  ['budi_gg@pid', player],
  ['@Budi_GG', player],
  ['https://pid.example/p/budi_gg', player],
  ['https://pid.example/send?to=budi_gg@pid&amount=5', player],
])('%s is a valid receiver', (text, expected) => expect(read(text)).toEqual(expected));

test.each([
  '',
  'bu',
  'budi gg',
  'budi@gmail.com',
  'https://evil.example/p/budi_gg',
  `ethereum:${ADDRESS}`,
  `${ADDRESS}0`,
  'solana:https://evil.example/pay',
  // It asks for an amount; the address alone would drop it.
  `solana:${ADDRESS}?amount=5`,
  `0x${'1'.repeat(40)}`,
])('%s is not a receiver', (text) => expect(read(text)).toBeNull());
