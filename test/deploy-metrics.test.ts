import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startTestService } from '../packages/server/test/test-service.ts';
import { dashboard, rules } from './support/metrics-files.ts';

/** Metrics of the supervisor of several workers (test/process/workers.release.test.ts). */
const ofSupervisor = ['pid_workers', 'pid_worker_restarts_total'];
/** Metrics of `pid witness --metrics` (transparency/witness.test.ts). */
const ofWitness = ['pid_witness_fork', 'pid_witness_checked_timestamp_seconds'];

test('a running node exports every metric that an alert or a panel uses', async () => {
  // The metrics exist even if Redis is not reachable.
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
    // `pid_relay_pool_` is a prefix of several names.
    .map((name) => (name === 'pid_relay_pool_' ? 'pid_relay_pool_withdrawal_used_ratio' : name));
  expect(named.length).toBeGreaterThan(40);
  const others = new Set([...ofSupervisor, ...ofWitness]);
  expect([...new Set(named)].filter((name) => !told.has(name) && !others.has(name))).toEqual([]);
});

test('the handbook contains the runbook of every alert', () => {
  const handbook = readFileSync(
    fileURLToPath(new URL('../docs/operations.md', import.meta.url)),
    'utf8',
  ).replaceAll('`', '');
  const headings = new Set([...handbook.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading));
  const lost = rules.flatMap(({ alert, annotations: { runbook } }) =>
    runbook !== undefined && !headings.has(runbook) ? [`${alert}: ${runbook}`] : [],
  );
  expect(lost).toEqual([]);
});

test('the panels have unique ids, and each has a query', () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  expect(dashboard.panels.filter(({ targets }) => targets.length === 0)).toEqual([]);
});
