// Debian's own Rust compiler, unpacked and not installed, with `core` built for sBPF. Needs a Debian (or a container of
// one) with apt-get and dpkg; nobody else needs it, because the built programs are committed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** bookworm-security. Other versions may emit other bytes: change them only together with the built programs. */
export const COMPILER_VERSION = '1.96.0+dfsg1-1~deb12u2';
const RELEASE = '1.96';
const LLVM_MAJOR = '22';
const LLVM_VERSION = '1:22.1.8-1~deb12u1';
const PACKAGES = [
  `rustc-web=${COMPILER_VERSION}`,
  `rust-web-src=${COMPILER_VERSION}`,
  `libstd-rust-web-${RELEASE}=${COMPILER_VERSION}`,
  `libstd-rust-web-dev=${COMPILER_VERSION}`,
  `libllvm${LLVM_MAJOR}=${LLVM_VERSION}`,
];

const TARGET = 'bpfel-sbpf';
const MULTIARCH: Readonly<Record<string, string>> = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };

export interface Toolchain {
  readonly directory: string;
  /** Runs the compiler. */
  rustc(args: readonly string[]): void;
}

/** Flags that decide the bytes. `location-detail` and the prefixes keep the builder's paths out of them. */
export function codegenFlags(directory: string): string[] {
  return [
    '--edition',
    '2024',
    '--target',
    join(directory, `${TARGET}.json`),
    '-Z',
    'unstable-options',
    '-Z',
    'location-detail=none',
    '-C',
    'panic=immediate-abort',
    '-C',
    'opt-level=s',
    '-C',
    'target-cpu=v2',
    '-C',
    'overflow-checks=on',
    '-C',
    'llvm-args=-bpf-stack-size=4096',
    '-C',
    'debuginfo=0',
    '-C',
    'codegen-units=1',
    '--remap-path-prefix',
    `${directory}=/toolchain`,
  ];
}

export function prepareToolchain(directory: string): Toolchain {
  const root = join(directory, 'root');
  const multiarch = MULTIARCH[process.arch];
  if (!multiarch) throw new Error(`the compiler is fetched for x64 and arm64, not for ${process.arch}`);
  const libraries = [join(root, 'usr/lib', multiarch), join(root, 'usr/lib', `llvm-${LLVM_MAJOR}`, 'lib')];
  const environment = {
    PATH: process.env['PATH'],
    LD_LIBRARY_PATH: libraries.join(':'),
    RUSTC_BOOTSTRAP: '1',
  };
  const rustc = (args: readonly string[]): void => {
    execFileSync(join(root, 'usr/bin/rustc'), args, { stdio: 'inherit', env: environment });
  };
  const unpacked = join(directory, `unpacked ${COMPILER_VERSION}`);
  if (!existsSync(unpacked)) {
    rmSync(directory, { recursive: true, force: true });
    unpack(directory, root);
    writeFileSync(unpacked, '');
  }
  const flags = createHash('sha256').update(codegenFlags(directory).join(' ')).digest('hex');
  const built = join(directory, `core ${flags.slice(0, 16)}`);
  if (!existsSync(built)) {
    copyFileSync(join(here, `${TARGET}.json`), join(directory, `${TARGET}.json`));
    rmSync(join(directory, 'sysroot'), { recursive: true, force: true });
    buildCore(directory, rustc);
    writeFileSync(built, '');
  }
  return { directory, rustc };
}

function unpack(directory: string, root: string): void {
  const debs = join(directory, 'debs');
  mkdirSync(debs, { recursive: true });
  mkdirSync(root, { recursive: true });
  execFileSync('apt-get', ['download', ...PACKAGES], { cwd: debs, stdio: 'inherit' });
  for (const file of readdirSync(debs)) execFileSync('dpkg', ['-x', join(debs, file), root]);
}

function buildCore(directory: string, rustc: (args: readonly string[]) => void): void {
  const sources = join(directory, 'root/usr/src');
  const [release] = readdirSync(sources).filter((name) => name.startsWith('rustc-'));
  if (!release) throw new Error('the compiler came without the source of its library');
  const library = join(directory, 'sysroot/lib/rustlib', TARGET, 'lib');
  mkdirSync(library, { recursive: true });
  const flags = [
    ...codegenFlags(directory),
    '--crate-type',
    'rlib',
    '-C',
    'linker-plugin-lto',
    '--cap-lints',
    'allow',
  ];
  const core = join(sources, release, 'library/core/src/lib.rs');
  rustc([
    ...flags,
    '-C',
    'embed-bitcode=yes',
    '--crate-name',
    'core',
    core,
    '-o',
    join(library, 'libcore.rlib'),
  ]);
  const output = join(library, 'libcompiler_builtins.rlib');
  const builtins = join(here, 'compiler_builtins.rs');
  rustc([
    ...flags,
    '--sysroot',
    join(directory, 'sysroot'),
    '--crate-name',
    'compiler_builtins',
    builtins,
    '-o',
    output,
  ]);
}
