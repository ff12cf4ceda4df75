// `npm run program:build` compiles the programs and the address search, and writes them with their manifest.
// `--check` compares every file with the file on disk and writes nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programPath } from '../src/index.ts';
import { hashSources, sha256Hex } from '../src/manifest.ts';
import type {
  BinaryManifest,
  ProgramBinaries,
  ProgramManifest,
  ProgramName,
  SbpfVersion,
} from '../src/manifest.ts';
import { findChangedFiles } from './compare-files.ts';
import type { BuiltFile } from './compare-files.ts';
import { compileModule } from './compile-module.ts';
import { compileProgram } from './compile-program.ts';
import { COMPILER_VERSION, prepareToolchain } from './toolchain.ts';

const packageDirectory = fileURLToPath(new URL('..', import.meta.url));
const artifacts = join(packageDirectory, 'artifacts');
const toolchain = prepareToolchain(join(packageDirectory, '../../.toolchain'));
const files: BuiltFile[] = [];

const [wallet, game, forwarder] = [build('wallet'), build('game'), build('forwarder')];
const manifest: ProgramManifest = {
  compiler: `rustc-web ${COMPILER_VERSION} (Debian)`,
  sourceHash: hashSources(packageDirectory),
  programs: { wallet, game, forwarder },
  addressModule: buildModule(),
};
const text = `${JSON.stringify(manifest, null, 2)}\n`;
files.push({
  path: join(artifacts, 'manifest.json'),
  content: Buffer.from(text),
  essence: (content) => JSON.stringify(JSON.parse(content)),
});
if (process.argv.includes('--check')) {
  const changed = findChangedFiles(files);
  if (changed.length > 0) {
    const names = changed.map((path) => basename(path)).join(', ');
    throw new Error(`These sources do not build the committed files: ${names}. Run npm run program:build.`);
  }
} else {
  mkdirSync(artifacts, { recursive: true });
  for (const { path, content } of files) writeFileSync(path, content);
}
process.stdout.write(text);

function build(name: ProgramName): ProgramBinaries {
  const linked = compileProgram(toolchain, join(packageDirectory, 'rust', name, 'lib.rs'));
  const describe = (version: SbpfVersion): BinaryManifest => {
    const path = programPath(name, version, artifacts);
    const { elf, syscalls } = linked[version];
    files.push({ path, content: elf });
    return {
      file: basename(path),
      sha256: sha256Hex(elf),
      bytes: elf.length,
      syscalls: syscalls.toSorted(),
    };
  };
  return { v0: describe('v0'), v3: describe('v3') };
}

/** The bytes are embedded in a source file, because the server is one bundle. */
function buildModule(): ProgramManifest['addressModule'] {
  const module = compileModule(toolchain, join(packageDirectory, 'rust/address/lib.rs'));
  files.push({
    path: join(packageDirectory, '../protocol/src/address-module.ts'),
    content: Buffer.from(
      `/** Built from packages/program/rust/address by \`npm run program:build\`. */\nexport const ADDRESS_MODULE =\n  '${module.toString('base64')}';\n`,
    ),
    essence: (content) => /'([A-Za-z0-9+/=]+)'/.exec(content)?.[1] ?? '',
  });
  return { sha256: sha256Hex(module), bytes: module.length };
}
