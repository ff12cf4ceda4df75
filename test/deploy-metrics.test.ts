import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startTestService } from '../packages/server/test/test-service.ts';
import { dashboard, rules } from './support/metrics-files.ts';

/** Known to the first process of several workers alone (test/process/workers.release.test.ts). */
const ofSupervisor = ['pid_workers', 'pid_worker_restarts_total'];

test('every metric that an alert or a panel names is one of a running node', async () => {
  // Redis need not be there to be told about.
  const service = await startTestService({ PID_REDIS_URL: 'redis://127.0.0.1:1', PID_RATE_LIMIT: '1' });
  const { text } = await service.client().get('/metrics');
  const told = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const named = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
    .flatMap((expr) => [...expr.matchAll(/\bpid_[a-z0-9_]+/g)].map(([name]) => name))
    // A pattern of names: what it begins with.
    .map((name) => (name === 'pid_relay_pool_' ? 'pid_relay_pool_withdrawal_used_ratio' : name));
  expect(named.length).toBeGreaterThan(40);
  expect([...new Set(named)].filter((name) => !told.has(name) && !ofSupervisor.includes(name))).toEqual([]);
});

test('the handbook names the runbook of every alert, and no metric that nobody has an eye on', () => {
  const handbook = readFileSync(
    fileURLToPath(new URL('../docs/operations.md', import.meta.url)),
    'utf8',
  ).replaceAll('`', '');
  const lost = rules.flatMap(({ alert, annotations: { runbook } }) =>
    runbook !== undefined && !handbook.includes(runbook) ? [`${alert}: ${runbook}`] : [],
  );
  expect(lost).toEqual([]);
});

test('the panels are apart, and each asks something', () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  expect(dashboard.panels.filter(({ targets }) => targets.length === 0)).toEqual([]);
});
