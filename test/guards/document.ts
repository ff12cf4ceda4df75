import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Guard } from '../../packages/server/src/guard.ts';
import { root, type GuardList } from './guard-lists.ts';

const file = path.join(root, 'docs/service-guards.md');

const head = `# Every listed protection of the service and the test that misses it

Written by \`npm run guards [-- slice …]\`, which takes away one protection at a time in a copy of the tree and runs the tests named
beside it until one fails. The lists lie beside the code, as \`<slice>.guards.ts\`. \`--new\` tries only what is not in here yet.
`;

/** What is known of each guard, by list and by the beginning of its row. */
export type Rows = Map<string, Map<string, string>>;

export function readRows(): Rows {
  const sections = existsSync(file) ? readFileSync(file, 'utf8').split(/^## /m).slice(1) : [];
  return new Map(
    sections.map((section) => {
      const rows = section.split('\n').filter((line) => line.startsWith('| `'));
      return [section.split('\n', 1)[0]!, new Map(rows.map((row) => [keyOfRow(row), row]))];
    }),
  );
}

/** Two guards may share what is found, if not what is put there. */
export function keyOf({ file: name, find, replace }: Guard): string {
  return `| \`${name}\` | \`${cell(find)}\` → \`${cell(replace) || ' '}\` |`;
}

export function rowOf(guard: Guard, noticed: string): string {
  return `${keyOf(guard)} ${cell(guard.breaks)} | ${cell(noticed)} |`;
}

/** Rows of guards that are no longer listed go with them. */
export function writeRows(rows: Rows, lists: readonly GuardList[]): void {
  const sections = lists.flatMap(({ name, guards }) => {
    const known = guards.flatMap((guard) => rows.get(name)?.get(keyOf(guard)) ?? []);
    if (known.length === 0) return [];
    return [
      `## ${name}\n\n| in | protection | without it | fails |\n|---|---|---|---|\n${known.join('\n')}\n`,
    ];
  });
  writeFileSync(file, [head, ...sections].join('\n'));
}

function keyOfRow(row: string): string {
  return /^\| `.*?` \| `.*?` → `.*?` \|/.exec(row)?.[0] ?? row;
}

function cell(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`)
    .replaceAll('`', "'")
    .trim();
}
