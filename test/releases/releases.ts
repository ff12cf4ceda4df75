import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageFolder } from '../../packages/server/test/new-database.ts';
import { onFileEnd } from '../../packages/server/test/file-end.ts';
import type { DescribedStatement } from '../../scripts/release/describe-statements.ts';
import { onClient } from '../../scripts/release/on-client.ts';
import { isHigher } from '../../scripts/release/versions.ts';

/** The releases with a fixture here, oldest first. `npm run release` adds one. */
export const releases = readdirSync(import.meta.dirname)
  .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
  .toSorted((left, right) => (isHigher(left, right) ? 1 : -1));

/** Whatever is built from these sources upgrades this release. */
export const lastRelease = releases.at(-1)!;

/** The version that a release from these sources could have. */
export const nextRelease = `${Number(lastRelease.split('.')[0]) + 1}.0.0`;

const read = (version: string, file: string) =>
  readFileSync(path.join(import.meta.dirname, version, file), 'utf8');

/** Creates the database of a release in an empty one. */
export async function restoreRelease(ownerUrl: string, version = lastRelease): Promise<void> {
  await runSql(ownerUrl, read(version, 'schema.sql'));
}

export async function runSql(connectionString: string, sql: string): Promise<void> {
  await onClient(connectionString, (client) => client.query(sql));
}

/** The statements that nodes of a release send. */
export function statementsOf(version = lastRelease): DescribedStatement[] {
  return read(version, 'statements.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DescribedStatement);
}

/** The server's package folder as the next release will have it. Deleted at the end of the test file. */
export function nextPackageFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-next-'));
  onFileEnd(async () => rmSync(folder, { recursive: true }));
  symlinkSync(path.join(packageFolder, 'src'), path.join(folder, 'src'), 'junction');
  const manifest = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as object;
  const next = { ...manifest, version: nextRelease, upgradesFrom: lastRelease };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(next));
  return folder;
}

/**
 * The lines of `describeSchema` without the parentheses of constraints. PostgreSQL nests `between` in a condition, and
 * no longer nests it when its own text of the condition is read again.
 */
export function withoutParentheses(lines: readonly string[]): string[] {
  return lines
    .map((line) => (line.startsWith('constraint ') ? line.replaceAll(/[()]/g, '') : line))
    .toSorted();
}
