import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { text as activityText } from '../packages/web/src/features/security/parts/activity/text.en.ts';

const server = fileURLToPath(new URL('../packages/server/src/', import.meta.url));

/** Actions that the code writes to the audit log. Actions that the database writes are not included. */
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

test('every recorded action has a text in the pages', () => {
  const recorded = recordedActions();
  expect(recorded.length).toBeGreaterThan(20);
  expect(recorded.filter((action) => !Object.hasOwn(activityText.actions, action))).toEqual([]);
});
