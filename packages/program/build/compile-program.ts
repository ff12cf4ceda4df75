import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { linkProgram } from '../linker/link-program.ts';
import type { LinkedProgram } from '../linker/link-program.ts';
import type { SbpfVersion } from '../src/manifest.ts';
import { codegenFlags } from './toolchain.ts';
import type { Toolchain } from './toolchain.ts';

/** System calls that the programs may use. The linker refuses any other. */
export const ALLOWED_SYSCALLS = [
  'abort',
  'sol_curve_validate_point',
  'sol_get_clock_sysvar',
  'sol_get_rent_sysvar',
  'sol_get_stack_height',
  'sol_invoke_signed_c',
  'sol_memcmp_',
  'sol_memcpy_',
  'sol_memset_',
  'sol_sha256',
] as const;

export interface CompileOptions {
  readonly lints: 'deny' | 'allow';
}

/** Compiles one crate (its lib.rs) and links it for every sBPF version. */
export function compileProgram(
  toolchain: Toolchain,
  source: string,
  options?: CompileOptions,
): Readonly<Record<SbpfVersion, LinkedProgram>> {
  const object = compileObject(toolchain, source, options);
  // A panic becomes a trap: an impossible state aborts the transaction.
  const aliases = { __bpf_trap: 'abort' };
  const linking = { entry: 'entrypoint', allowedSyscalls: ALLOWED_SYSCALLS, aliases };
  return {
    v0: linkProgram(object, { ...linking, version: 'v0' }),
    v3: linkProgram(object, { ...linking, version: 'v3' }),
  };
}

/** Returns the compiler's output for one crate (its lib.rs), before linking. */
export function compileObject(
  toolchain: Toolchain,
  source: string,
  options: CompileOptions = { lints: 'deny' },
): Buffer {
  const scratch = mkdtempSync(join(tmpdir(), 'pid-program-'));
  try {
    const archive = join(scratch, 'lib.a');
    toolchain.rustc([
      ...codegenFlags(toolchain.directory),
      '--sysroot',
      toolchain.sysroot,
      '--crate-name',
      'program',
      '--crate-type',
      'staticlib',
      '-C',
      'lto=fat',
      '-C',
      'embed-bitcode=yes',
      options.lints === 'deny' ? '-Dwarnings' : '-Awarnings',
      '--remap-path-prefix',
      `${dirname(dirname(source))}=/rust`,
      source,
      '-o',
      archive,
    ]);
    return onlyObject(readFileSync(archive));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Returns the only object in an `ar` archive: whole-program optimisation leaves a single one. */
function onlyObject(archive: Buffer): Buffer {
  const objects: Buffer[] = [];
  for (let offset = 8; offset < archive.length;) {
    const name = archive.toString('latin1', offset, offset + 16).trim();
    const size = Number(archive.toString('latin1', offset + 48, offset + 58));
    const content = archive.subarray(offset + 60, offset + 60 + size);
    if (content.length > 4 && content.readUInt32BE(0) === 0x7f454c46) objects.push(content);
    else if (name !== '/' && name !== '//' && name !== '/SYM64/')
      throw new Error(`odd archive member ${name}`);
    offset += 60 + size + (size % 2);
  }
  const [only] = objects;
  if (!only || objects.length !== 1) throw new Error(`expected one object, found ${objects.length}`);
  return only;
}
