import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface ProgramManifest {
  readonly compiler: string;
  /** sha256 of everything that determines the bytes: Rust sources, linker, build. */
  readonly sourceHash: string;
  readonly programs: Readonly<Record<ProgramName, ProgramBinaries>>;
  /** The address search that @pid/protocol runs on the server. */
  readonly addressModule: { readonly sha256: string; readonly bytes: number };
}

/** v0 runs on all clusters today. Loaders accept only v3 once SIMD-0500 is active. */
export type SbpfVersion = 'v0' | 'v3';

/** One program, linked for every sBPF version. */
export type ProgramBinaries = Readonly<Record<SbpfVersion, BinaryManifest>>;

export interface BinaryManifest {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly syscalls: readonly string[];
}

/** `forwarder` is for tests only: it calls any program that it is given. */
export type ProgramName = 'wallet' | 'game' | 'forwarder';

const SOURCE_FOLDERS = ['rust', 'linker', 'build'];
const SOURCE_NAMES = /\.(rs|ts|json)$/;

export function sha256Hex(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Hashes names and contents of the sources in a fixed order, independent of the line endings of the checkout.
 */
export function hashSources(packageDirectory: string): string {
  const hash = createHash('sha256');
  for (const folder of SOURCE_FOLDERS) {
    for (const file of filesUnder(join(packageDirectory, folder))) {
      const content = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
      hash.update(
        `${relative(packageDirectory, file).split(sep).join('/')}\0${sha256Hex(Buffer.from(content))}\n`,
      );
    }
  }
  return hash.digest('hex');
}

function filesUnder(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE_NAMES.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
