import { readdirSync } from 'node:fs';
import path from 'node:path';

export interface PageAssets {
  readonly fontPath: string | null;
  readonly iconPath: string | null;
}

/**
 * Finds the font and the icon of the hosted pages, whose file names change with every build. The page works
 * without them.
 */
export function findPageAssets(pagesFolder: string): PageAssets {
  const names = listNames(path.join(pagesFolder, 'assets'));
  const find = (pattern: RegExp) => {
    const name = names.find((entry) => pattern.test(entry));
    return name === undefined ? null : `/assets/${name}`;
  };
  return {
    fontPath: find(/^bricolage-grotesque-700[\w-]*\.woff2$/),
    iconPath: find(/^icon[\w-]*\.svg$/),
  };
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
