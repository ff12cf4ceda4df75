import { describe, expect, it } from 'vitest';
import { describePermission } from '../../../server/src/evm-permissions/describe-permission.ts';
import { readPermission } from '../../../server/src/evm-permissions/read-permission.ts';
import { game, sampleRequest } from '../../../server/src/evm-permissions/testing/sample-request.ts';
import { translateLine } from './translate-summary.ts';

const NOW = 1_800_000_000;
const summaryOf = (changes: Record<string, unknown>) => {
  const { domain, permission } = readPermission(sampleRequest(NOW, changes), NOW);
  return Object.values(describePermission(domain, permission)).flat();
};
const LINES = [
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
].flatMap(summaryOf);

describe('translateLine', () => {
  it.each([...new Set(LINES)])('has Indonesian words for: %s', (line) => {
    const translated = translateLine(line, 'id');
    expect(translated).not.toBe(line);
    expect(translated).not.toMatch(/\$\d|\b(?:the|of|an?|and|limits)\b/u);
    for (const fact of line.match(/0x[0-9a-fA-F]+|\d{4}-\d\d-\d\d \d\d:\d\d/gu) ?? [])
      expect(translated).toContain(fact);
    expect(translateLine(line, 'en')).toBe(line);
  });

  it('shows what it does not know as it came', () => {
    expect(translateLine('Something new', 'id')).toBe('Something new');
  });
});
