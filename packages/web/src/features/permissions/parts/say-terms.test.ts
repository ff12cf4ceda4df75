import { describe, expect, it } from 'vitest';
import { describePermission } from '../../../../../server/src/evm-permissions/describe-permission.ts';
import { readPermission } from '../../../../../server/src/evm-permissions/read-permission.ts';
import { game, sampleRequest } from '../../../../../server/src/evm-permissions/testing/sample-request.ts';
import { sayTerms } from './say-terms.ts';
import { permissionText as english } from './text.en.ts';
import { permissionText as indonesian } from './text.id.ts';

const NOW = 1_800_000_000;
const PARTS = ['chain', 'calls', 'limits', 'times', 'warnings'] as const;
const SUMMARIES = [
  {},
  { spend: [], calls: [{ to: game, selector: '0x12345678' }] },
  {
    chainId: 777_777,
    start: NOW + 60,
    calls: [
      { to: game, selector: '0x42842e0e' },
      { to: game, selector: '0xe0e0e0e0' },
    ],
    spend: [
      { token: 'native', limit: '15', period: 'week' },
      { token: 'native', limit: '15', period: 'month' },
    ],
  },
].map((changes) => {
  const { domain, permission } = readPermission(sampleRequest(NOW, changes), NOW);
  return describePermission(domain, permission, false);
});
const LINES = SUMMARIES.flatMap((summary) =>
  PARTS.flatMap((part) => {
    const [said, translated] = [sayTerms(english, summary, part), sayTerms(indonesian, summary, part)];
    expect(said).toEqual([summary[part]].flat());
    return said.map((line, index) => ({ line, translated: translated[index]! }));
  }),
);

describe('sayTerms', () => {
  it.each(LINES)('has an Indonesian text for: $line', ({ line, translated }) => {
    expect(translated).not.toBe(line);
    expect(translated).not.toMatch(/undefined|\b(?:the|of|an?|and|limits)\b/u);
    for (const fact of line.match(/0x[0-9a-fA-F]+/gu) ?? []) expect(translated).toContain(fact);
    // Times and amounts use the Indonesian format.
    for (const [, year, day, time] of line.matchAll(/(\d{4})-\d\d-(\d\d) (\d\d:\d\d)/gu)) {
      expect(translated).toContain(`${Number(day)} `);
      expect(translated).toContain(year!);
      expect(translated).toContain(time!.replace(':', '.'));
    }
    for (const [amount] of line.matchAll(/\b\d+\.\d+/gu))
      expect(translated).toContain(amount.replace('.', ','));
  });

  it('shows an unknown line unchanged', () => {
    const [known] = SUMMARIES;
    const summary = { ...known!, chain: 'Something new', terms: known!.terms.slice(1) };
    expect(sayTerms(indonesian, summary, 'chain')).toEqual(['Something new']);
  });
});
