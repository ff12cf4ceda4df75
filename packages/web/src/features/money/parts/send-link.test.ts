import { expect, it } from 'vitest';
import { cleanNote } from './note.ts';
import { sendLink } from './send-link.ts';

const origin = 'https://pid.example';

it('links to the filled form for an amount or a note, otherwise to the player’s page', () => {
  expect(sendLink(origin, { pid: 'budi_gg@pid', amount: null, note: '  ' })).toBe(`${origin}/p/budi_gg`);
  expect(sendLink(origin, { pid: 'budi_gg@pid', amount: 25_000, note: '' })).toBe(
    `${origin}/send?to=budi_gg%40pid&amount=25000`,
  );
  expect(sendLink(origin, { pid: 'budi_gg@pid', amount: null, note: 'Makan & minum' })).toBe(
    `${origin}/send?to=budi_gg%40pid&note=Makan+%26+minum`,
  );
});

it('removes invisible characters from a note and keeps every letter', () => {
  expect(cleanNote('Nasi\r\ngoreng \u2068Rp25.000\u2069 \u202eya\u0000')).toBe('Nasi goreng Rp25.000 ya');
  expect(cleanNote('Es teh & 🍜 – مرحبا')).toBe('Es teh & 🍜 – مرحبا');
  expect(cleanNote('x'.repeat(141))).toHaveLength(140);
});
