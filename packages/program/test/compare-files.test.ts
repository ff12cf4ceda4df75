import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findChangedFiles } from '../build/compare-files.ts';
import { programPath, readProgram } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'pid-compare-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

it('finds an artifact with one changed bit and a missing artifact', () => {
  const content = readProgram('game');
  expect(findChangedFiles([{ path: programPath('game'), content }])).toEqual([]);
  const edited = Uint8Array.from(content);
  edited[500]! ^= 1;
  const path = write('game.so', edited);
  const missing = join(folder, 'wallet.so');
  expect(
    findChangedFiles([
      { path, content },
      { path: missing, content },
    ]),
  ).toEqual([path, missing]);
});

it('ignores the changes that a formatter makes', () => {
  const essence = (text: string) => JSON.stringify(JSON.parse(text));
  const path = write('manifest.json', '{ "bytes": [1,\n 2] }');
  expect(findChangedFiles([{ path, content: Buffer.from('{"bytes":[1,2]}\n'), essence }])).toEqual([]);
  expect(findChangedFiles([{ path, content: Buffer.from('{"bytes":[1,3]}\n'), essence }])).toEqual([path]);
});
