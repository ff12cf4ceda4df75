import { expect, it } from 'vitest';
import { cleanNote, sendLink } from './send-link.ts';

const origin = 'https://pid.example';

it('asks with a filled form when an amount or a message is given, else it shows the person', () => {
  expect(sendLink(origin, { pid: 'budi_gg@pid', amount: null, note: '  ' })).toBe(`${origin}/p/budi_gg`);
  expect(sendLink(origin, { pid: 'budi_gg@pid', amount: 25_000, note: '' })).toBe(
    `${origin}/send?to=budi_gg%40pid&amount=25000`,
  );
  expect(sendLink(origin, { pid: 'budi_gg@pid', amount: null, note: 'Makan & minum' })).toBe(
    `${origin}/send?to=budi_gg%40pid&note=Makan+%26+minum`,
  );
});

it('a note loses what nobody sees in it, and keeps every letter', () => {
  expect(cleanNote('Nasi\r\ngoreng \u2068Rp25.000\u2069 \u202eya\u0000')).toBe('Nasi goreng Rp25.000 ya');
  expect(cleanNote('Es teh & 🍜 – مرحبا')).toBe('Es teh & 🍜 – مرحبا');
  expect(cleanNote('x'.repeat(141))).toHaveLength(140);
});
