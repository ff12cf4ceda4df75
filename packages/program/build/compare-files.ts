import { existsSync, readFileSync } from 'node:fs';

export interface BuiltFile {
  readonly path: string;
  readonly content: Uint8Array;
  /** Returns the part of the content that must match; a formatter may change the rest. Default: all of it. */
  readonly essence?: (content: string) => string;
}

/** Returns the paths of the files that are missing on disk or differ from the build. */
export function findChangedFiles(built: readonly BuiltFile[]): string[] {
  return built
    .filter(({ path, content, essence = (text: string) => text }) => {
      if (!existsSync(path)) return true;
      // One character per byte, so that binaries are compared exactly.
      const [found, expected] = [readFileSync(path), Buffer.from(content)].map((bytes) =>
        essence(bytes.toString('latin1')),
      );
      return found !== expected;
    })
    .map(({ path }) => path);
}
