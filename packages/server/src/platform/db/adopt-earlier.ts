import { sha256 } from '../hash.ts';
import { MigrationError } from './migration-error.ts';
import type { SqlFile } from './read-schema.ts';

/** SHA-256 of the names of the 102 migrations that the baseline replaced, one per line, sorted. */
const earlierNames = 'db8b20816232d4fa8fee55d839bdd1a18bf0a85b8b0d19b6ffe8ca7b114231d3';
const earlierName = /^\d{4}_/;

/**
 * True for a database that has all migrations from before the baseline. Its tables are those of the baseline,
 * which must not run again. Throws for a database that has only some of them. The names are enough: earlier
 * commits compared the texts when they applied them.
 */
export function isEarlierRelease(applied: readonly string[]): boolean {
  const lines = applied.filter((name) => earlierName.test(name)).map((name) => `${name}\n`);
  if (lines.length === 0) return false;
  if (sha256(lines.toSorted().join('')).toString('hex') === earlierNames) return true;
  throw new MigrationError(
    'This database was created by an earlier commit, and some of its migrations are missing: migrate it with commit f7068bbe first.',
  );
}

export function baselineOf(migrations: readonly SqlFile[]): SqlFile[] {
  return migrations.filter(({ name }) => name.includes('_baseline_'));
}
