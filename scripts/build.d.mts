import type { BuildOptions } from 'esbuild';

export function build(options?: { force?: boolean; say?: (line: string) => void }): Promise<void>;
export const serverBundle: BuildOptions & {
  readonly entryPoints: { in: string; out: string }[];
  readonly external: string[];
};
