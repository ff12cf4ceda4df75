// An independent check of the linker: support/relocate.py relocates the compiler's objects itself. Every
// committed program must have the same code, data, system calls and entry, byte by byte.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureTool, skipReason } from '../../../test/support/ensure-tool.ts';
import { compileObject } from '../build/compile-program.ts';
import { prepareToolchain } from '../build/toolchain.ts';
import { programPath, readProgram } from '../src/index.ts';
import type { ProgramName, SbpfVersion } from '../src/index.ts';

const packageDirectory = fileURLToPath(new URL('..', import.meta.url));
const script = join(packageDirectory, 'test/support/relocate.py');
const names = ['wallet', 'game', 'forwarder'] as const;
const versions = ['v0', 'v3'] as const;
const tools = {
  python3: ensureTool('python3', { debian: 'python3' }),
  // The compiler is unpacked from Debian's packages.
  'apt-get': existsSync('/usr/bin/apt-get'),
  dpkg: existsSync('/usr/bin/dpkg'),
};
const reason = skipReason(tools);
const folder = mkdtempSync(join(tmpdir(), 'pid-relocate-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const objectPath = (name: ProgramName): string => join(folder, `${name}.o`);

function compare(name: ProgramName, version: SbpfVersion, program: string): string[] {
  const said = execFileSync(tools.python3 ?? '', [script, objectPath(name), program, version], {
    encoding: 'utf8',
  });
  return said.split('\n').filter(Boolean);
}

describe.skipIf(reason !== '')(`the independent relocation${reason}`, () => {
  beforeAll(() => {
    const toolchain = prepareToolchain(join(packageDirectory, '../../.toolchain'));
    for (const name of names)
      writeFileSync(
        objectPath(name),
        compileObject(toolchain, join(packageDirectory, 'rust', name, 'lib.rs')),
      );
  }, 600_000);

  it.each(names.flatMap((name) => versions.map((version) => ({ name, version }))))(
    '$name for sBPF $version equals the relocated object of the compiler',
    ({ name, version }) => expect(compare(name, version, programPath(name, version))).toEqual([]),
  );

  it.each(versions)('detects one changed bit in the code, the data and the entry of sBPF %s', (version) => {
    const honest = Buffer.from(readProgram('wallet', version));
    const at = honest.indexOf(Buffer.from('9500000000000000', 'hex'));
    const label = honest.indexOf('PID:SOLANA:AUTH');
    const edited = join(folder, 'edited.so');
    for (const [offset, what] of [
      [at + 1, /^code /],
      [label, /^read-only data /],
      [24, /^entry /],
    ] as const) {
      const bytes = Buffer.from(honest);
      bytes[offset]! ^= 8;
      writeFileSync(edited, bytes);
      expect(compare('wallet', version, edited)).toEqual([expect.stringMatching(what)]);
    }
  });
});
