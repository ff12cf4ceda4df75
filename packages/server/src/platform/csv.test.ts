import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/searches.ts';
import { parseCsvChunks, type CsvRow } from './csv.ts';

async function* given(parts: readonly string[]): AsyncGenerator<string> {
  yield* parts;
}

async function parse(...parts: string[]): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const some of parseCsvChunks(given(parts))) rows.push(...some);
  return rows;
}

test('reads quoted fields with separators, quotes and line ends, and numbers the lines', async () => {
  expect(await parse('\uFEFFa;b\r\n"1;2";"say ""yes"""\n\n"two\nlines";"";\nlast;x')).toEqual([
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['1;2', 'say "yes"'] },
    { line: 4, fields: ['two\nlines', '', ''] },
    { line: 6, fields: ['last', 'x'] },
  ]);
});

test('reads the same rows from a text that arrives in any parts', async () => {
  const text = fc
    .array(fc.constantFrom('a', '"', '""', ',', ';', '\n', '\r\n', 'é', '🐇'), { maxLength: 40 })
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(60)), async (whole, cuts) => {
      const isWithinPair = (at: number) => /[\uDC00-\uDFFF]/.test(whole[at] ?? '');
      const inside = cuts.filter((cut) => cut < whole.length && !isWithinPair(cut));
      const at = [0, ...inside.toSorted((a, b) => a - b), whole.length];
      const parts = at.slice(1).map((end, index) => whole.slice(at[index], end));
      expect(await parse(...parts)).toEqual(await parse(whole));
    }),
    runs(300, 20_000),
  );
});
