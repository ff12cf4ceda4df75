// npm run program:build — compiles the programs and the address search, and writes them with their manifest. `--check` only compares.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LinkedProgram } from '../linker/link-program.ts';
import { programPath } from '../src/index.ts';
import { hashSources, sha256Hex } from '../src/manifest.ts';
import type {
  BinaryManifest,
  ProgramBinaries,
  ProgramManifest,
  ProgramName,
  SbpfVersion,
} from '../src/manifest.ts';
import { compileModule } from './compile-module.ts';
import { compileProgram } from './compile-program.ts';
import { COMPILER_VERSION, prepareToolchain } from './toolchain.ts';
import type { Toolchain } from './toolchain.ts';

const packageDirectory = fileURLToPath(new URL('..', import.meta.url));
const artifacts = join(packageDirectory, 'artifacts');
const moduleSource = join(packageDirectory, '../protocol/src/address-module.ts');
const checkOnly = process.argv.includes('--check');

const toolchain = prepareToolchain(join(packageDirectory, '../../.toolchain'));
const wallet = build(toolchain, 'wallet');
const game = build(toolchain, 'game');
const forwarder = build(toolchain, 'forwarder');
const manifest: ProgramManifest = {
  compiler: `rustc-web ${COMPILER_VERSION} (Debian)`,
  sourceHash: hashSources(packageDirectory),
  programs: { wallet, game, forwarder },
  addressModule: buildModule(toolchain),
};
const text = `${JSON.stringify(manifest, null, 2)}\n`;
const manifestPath = join(artifacts, 'manifest.json');
if (
  checkOnly &&
  JSON.stringify(JSON.parse(readFileSync(manifestPath, 'utf8'))) !== JSON.stringify(manifest)
) {
  throw new Error('the committed programs are not what these sources build: run npm run program:build');
}
if (!checkOnly) writeFileSync(manifestPath, text);
process.stdout.write(text);

function build(tools: Toolchain, name: ProgramName): ProgramBinaries {
  const linked = compileProgram(tools, join(packageDirectory, 'rust', name, 'lib.rs'));
  return { v0: write(name, 'v0', linked.v0), v3: write(name, 'v3', linked.v3) };
}

function write(name: ProgramName, version: SbpfVersion, linked: LinkedProgram): BinaryManifest {
  const path = programPath(name, version, artifacts);
  if (!checkOnly) {
    mkdirSync(artifacts, { recursive: true });
    writeFileSync(path, linked.elf);
  }
  return {
    file: basename(path),
    sha256: sha256Hex(linked.elf),
    bytes: linked.elf.length,
    syscalls: linked.syscalls.toSorted(),
  };
}

/** Its bytes go into a source file, because the server is one bundle. */
function buildModule(tools: Toolchain): ProgramManifest['addressModule'] {
  const module = compileModule(tools, join(packageDirectory, 'rust/address/lib.rs'));
  if (!checkOnly) {
    writeFileSync(
      moduleSource,
      `/** Built from packages/program/rust/address by \`npm run program:build\`. */\nexport const ADDRESS_MODULE =\n  '${module.toString('base64')}';\n`,
    );
  }
  return { sha256: sha256Hex(module), bytes: module.length };
}
