import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { activityText } from '../packages/web/src/features/security/parts/activity/text.en.ts';

const server = fileURLToPath(new URL('../packages/server/src/', import.meta.url));

/** What the code writes into the audit log by name; what the database writes is among the words as well. */
function recordedActions(): string[] {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const found = files.flatMap((name) => {
    const source = readFileSync(path.join(server, name), 'utf8');
    return [...source.matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/gu)].map(([, action = '']) => action);
  });
  return [...new Set(found)].toSorted();
}

test('everything that is recorded has words in the pages', () => {
  const recorded = recordedActions();
  expect(recorded.length).toBeGreaterThan(20);
  expect(recorded.filter((action) => !Object.hasOwn(activityText.actions, action))).toEqual([]);
});
