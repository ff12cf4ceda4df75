// Debian's Rust compiler, unpacked without installation, with `core` built for sBPF and for WebAssembly.
// Needs Debian (or a Debian container) with apt-get and dpkg. Only a rebuild needs it, because the build
// output is committed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * From bookworm-security. Other versions may emit other bytes: change them only together with the built
 * programs.
 */
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
  `lld-${LLVM_MAJOR}=${LLVM_VERSION}`,
];

const TARGET = 'bpfel-sbpf';
const MODULE_TARGET = 'wasm32-unknown-unknown';
const MULTIARCH: Readonly<Record<string, string>> = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };

export interface Toolchain {
  readonly directory: string;
  /** Location of `core` for both targets. */
  readonly sysroot: string;
  /** Linker for WebAssembly. */
  readonly moduleLinker: string;
  /** Runs the compiler. */
  rustc(args: readonly string[]): void;
}

/**
 * Flags that affect the bytes. `location-detail` and the prefixes keep the builder's paths out of the output.
 */
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

/** The same for WebAssembly, where speed matters more than size. */
export function moduleFlags(directory: string): string[] {
  return [
    '--edition',
    '2024',
    '--target',
    MODULE_TARGET,
    '-Z',
    'unstable-options',
    '-Z',
    'location-detail=none',
    '-C',
    'panic=immediate-abort',
    '-C',
    'opt-level=3',
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
  if (!multiarch) throw new Error(`the compiler is available for x64 and arm64, not for ${process.arch}`);
  const libraries = [join(root, 'usr/lib', multiarch), join(root, 'usr/lib', `llvm-${LLVM_MAJOR}`, 'lib')];
  const environment = {
    PATH: process.env['PATH'],
    LD_LIBRARY_PATH: libraries.join(':'),
    RUSTC_BOOTSTRAP: '1',
  };
  const rustc = (args: readonly string[]): void => {
    execFileSync(join(root, 'usr/bin/rustc'), args, { stdio: 'inherit', env: environment });
  };
  const packages = createHash('sha256').update(PACKAGES.join(' ')).digest('hex');
  const unpacked = join(directory, `unpacked ${packages.slice(0, 16)}`);
  if (!existsSync(unpacked)) {
    rmSync(directory, { recursive: true, force: true });
    unpack(directory, root);
    copyFileSync(join(here, `${TARGET}.json`), join(directory, `${TARGET}.json`));
    writeFileSync(unpacked, '');
  }
  buildCore(directory, { name: TARGET, flags: codegenFlags(directory) }, rustc);
  buildCore(directory, { name: MODULE_TARGET, flags: moduleFlags(directory) }, rustc);
  return {
    directory,
    sysroot: join(directory, 'sysroot'),
    moduleLinker: join(root, 'usr/lib', `llvm-${LLVM_MAJOR}`, 'bin/wasm-ld'),
    rustc,
  };
}

function unpack(directory: string, root: string): void {
  const debs = join(directory, 'debs');
  mkdirSync(debs, { recursive: true });
  mkdirSync(root, { recursive: true });
  execFileSync('apt-get', ['download', ...PACKAGES], { cwd: debs, stdio: 'inherit' });
  for (const file of readdirSync(debs)) execFileSync('dpkg', ['-x', join(debs, file), root]);
}

function buildCore(
  directory: string,
  target: { readonly name: string; readonly flags: readonly string[] },
  rustc: (args: readonly string[]) => void,
): void {
  const hash = createHash('sha256').update(target.flags.join(' ')).digest('hex');
  const built = join(directory, `core ${hash.slice(0, 16)}`);
  if (existsSync(built)) return;
  const sources = join(directory, 'root/usr/src');
  const [release] = readdirSync(sources).filter((name) => name.startsWith('rustc-'));
  if (!release) throw new Error('the compiler package does not contain the source of its library');
  const library = join(directory, 'sysroot/lib/rustlib', target.name, 'lib');
  rmSync(library, { recursive: true, force: true });
  mkdirSync(library, { recursive: true });
  const flags = [...target.flags, '--crate-type', 'rlib', '-C', 'linker-plugin-lto', '--cap-lints', 'allow'];
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
  writeFileSync(built, '');
}
