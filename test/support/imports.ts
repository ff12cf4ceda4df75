import path from 'node:path';

/**
 * The relative paths that a file imports: static, dynamic, types, re-exports, template strings and
 * `import.meta.glob`. `*` stands for the variable part of a path.
 */
export function importsIn(source: string): string[] {
  const imports = [
    ...source.matchAll(/(?:from\s*|import\s*|import\(\s*)(['"`])(\.{1,2}\/(?:\$\{[^}]*\}|(?!\1).)+)\1/g),
  ].map(([, , to = '']) => to.replaceAll(/\$\{[^}]*\}/g, '*'));
  return [...imports, ...globsIn(source)];
}

/** The patterns of `import.meta.glob`, relative to the file. */
export function globsIn(source: string): string[] {
  return [
    ...source.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(\s*(['"`])([^'"`]+)\1(?:,\s*\{([^}]*)\})?/g),
  ].map(([, , pattern = '', options = '']) => {
    const base = /\bbase: '([^']+)'/.exec(options)?.[1];
    return base === undefined ? pattern : path.posix.join(base, pattern);
  });
}

/** The files that `pattern`, relative to the file `from`, matches. */
export function filesMatching(files: readonly string[], from: string, pattern: string): string[] {
  const wanted = path.normalize(path.join(path.dirname(from), pattern));
  if (!wanted.includes('*')) return files.filter((file) => file === wanted);
  const parts = wanted.split('*').map((part) => part.replaceAll(/[.\\+]/g, String.raw`\$&`));
  const matcher = new RegExp(`^${parts.join(String.raw`[^/\\]*`)}$`);
  return files.filter((file) => matcher.test(file));
}
