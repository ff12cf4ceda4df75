import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measureProgram, rowOf } from '../bench/measure.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const isStrict = process.env['PID_TEST_SBPF'] === 'v3';

const reason = isStrict ? ' (skipped: the figures are those of sBPF v0)' : '';

it.skipIf(isStrict)(`the README states the figures of the benchmark${reason}`, async () => {
  const rows = readme.split('\n');
  for (const figure of await measureProgram(1)) {
    const stated = rows.find((row) => row.startsWith(`| ${figure.name} |`));
    expect(stated, `the README has no row for: ${figure.name}`).toBeDefined();
    if (figure.exact) expect(stated).toBe(rowOf(figure));
  }
});
