import { existsSync, readFileSync } from 'node:fs';

export interface BuiltFile {
  readonly path: string;
  readonly content: Uint8Array;
  /** What of the content counts: a formatter may have changed the rest. All of it by default. */
  readonly essence?: (content: string) => string;
}

/** The paths of the files that are missing on the disk or hold something else than what was built. */
export function findChangedFiles(built: readonly BuiltFile[]): string[] {
  return built
    .filter(({ path, content, essence = (text: string) => text }) => {
      if (!existsSync(path)) return true;
      // One character for each byte, so that a binary compares as exactly as a text.
      const [found, expected] = [readFileSync(path), Buffer.from(content)].map((bytes) =>
        essence(bytes.toString('latin1')),
      );
      return found !== expected;
    })
    .map(({ path }) => path);
}
