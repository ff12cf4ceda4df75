import { describe, expect, it } from 'vitest';
import { readMoneyCode, withTyped } from './read-code.ts';

const ORIGIN = 'https://pid.example';

describe('readMoneyCode', () => {
  it.each([
    ['budi@pid', { handle: 'budi' }],
    [' @Budi ', { handle: 'budi' }],
    [`${ORIGIN}/p/budi_99`, { handle: 'budi_99' }],
    [`${ORIGIN}/p/budi_99/`, { handle: 'budi_99' }],
    [`${ORIGIN}/send?to=budi%40pid&amount=25000`, { path: '/send?to=budi%40pid&amount=25000' }],
    [`${ORIGIN}/send?to=budi%40pid&step=review`, { path: '/send?to=budi%40pid' }],
  ])('reads %s', (text, code) => {
    expect(readMoneyCode(text, ORIGIN)).toEqual(code);
  });

  it.each([
    '',
    'https://evil.example/p/budi',
    'https://pid.example.evil.example/send?to=budi@pid',
    `${ORIGIN}/p/%E0%A4%A`,
    `${ORIGIN}/p/Budi`,
    `${ORIGIN}/wallet`,
    'solana:4Nd1mYQZ6vXoQGyYkZc3tVJd5x1f6bT2h9w8s7r6q5p4',
    'WIFI:S:cafe;P:secret;;',
  ])('refuses %j', (text) => {
    expect(readMoneyCode(text, ORIGIN)).toBeNull();
  });
});

describe('a scanned link', () => {
  const typed = { handle: 'sari', amount: '25000', note: 'Lunch' };

  it('keeps what was typed in the fields that it lacks', () => {
    expect(withTyped('/send?to=budi%40pid', typed)).toBe('/send?to=budi%40pid&amount=25000&note=Lunch');
    expect(withTyped('/send?amount=7000', { ...typed, note: '' })).toBe('/send?amount=7000&to=sari%40pid');
    expect(withTyped('/send?to=budi%40pid', { handle: '', amount: '', note: '' })).toBe(
      '/send?to=budi%40pid',
    );
  });

  it('of an app does not fix what was typed', () => {
    expect(withTyped('/send?to=budi%40pid&client_id=app_1', typed)).toBe(
      '/send?to=budi%40pid&client_id=app_1&amount=25000&note=Lunch&open=amount+note',
    );
  });
});
