import { sha256 } from '../hash.ts';
import { MigrationError } from './migration-error.ts';
import type { SqlFile } from './read-schema.ts';

/** SHA-256 of the names and hashes of the 102 migrations that the baseline replaced, one `name hash` per line, sorted. */
const earlierHash = '1031f8291cebbe14cb3454129ce8db8d2e50037ac85ef7a53c5bb4cf1c349944';
const earlierName = /^\d{4}_/;

/**
 * True for a database of the last commit before the baseline. Its tables are those of the baseline, which must not run again. Throws for
 * a database of an older commit.
 */
export function isEarlierRelease(applied: readonly { name: string; hash: Buffer }[]): boolean {
  const lines = applied
    .filter(({ name }) => earlierName.test(name))
    .map(({ name, hash }) => `${name} ${hash.toString('hex')}\n`)
    .toSorted();
  if (lines.length === 0) return false;
  if (sha256(lines.join('')).toString('hex') === earlierHash) return true;
  throw new MigrationError(
    'This database was created by a commit before the baseline of migrations, and not by the last one of them: migrate it with commit f7068bbe first.',
  );
}

export function baselineOf(migrations: readonly SqlFile[]): SqlFile[] {
  return migrations.filter(({ name }) => name.includes('_baseline_'));
}
