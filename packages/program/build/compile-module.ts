import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { moduleFlags } from './toolchain.ts';
import type { Toolchain } from './toolchain.ts';

/** One page of memory that never grows, so that views of it stay valid. The stack needs a fraction of it. */
const MEMORY_BYTES = 65_536;
const STACK_BYTES = 8192;

/** Compiles one crate (its lib.rs) to WebAssembly that imports nothing. */
export function compileModule(toolchain: Toolchain, source: string): Buffer {
  const scratch = mkdtempSync(join(tmpdir(), 'pid-module-'));
  try {
    const output = join(scratch, 'module.wasm');
    const linkerArguments = [
      `-zstack-size=${STACK_BYTES}`,
      `--initial-memory=${MEMORY_BYTES}`,
      `--max-memory=${MEMORY_BYTES}`,
    ];
    toolchain.rustc([
      ...moduleFlags(toolchain.directory),
      '--sysroot',
      toolchain.sysroot,
      '--crate-name',
      'module',
      '--crate-type',
      'cdylib',
      '-C',
      'lto=fat',
      '-C',
      'embed-bitcode=yes',
      '-C',
      'linker-flavor=wasm-ld',
      '-C',
      `linker=${toolchain.moduleLinker}`,
      '-C',
      'strip=symbols',
      ...linkerArguments.flatMap((argument) => ['-C', `link-arg=${argument}`]),
      '-Dwarnings',
      '--remap-path-prefix',
      `${dirname(dirname(source))}=/rust`,
      source,
      '-o',
      output,
    ]);
    return readFileSync(output);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
