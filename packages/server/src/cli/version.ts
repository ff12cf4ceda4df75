import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Shell } from './command.ts';

export function versionOf({ packageFolder }: Pick<Shell, 'packageFolder'>): string {
  const places = [path.join(packageFolder, 'package.json'), path.join(packageFolder, '../package.json')];
  for (const place of places)
    try {
      return (JSON.parse(readFileSync(place, 'utf8')) as { version: string }).version;
    } catch {
      // Try the next path.
    }
  return 'unknown';
}
