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

test('the handbook names every alert and contains its runbook', () => {
  const handbook = readFileSync(
    fileURLToPath(new URL('../docs/operations.md', import.meta.url)),
    'utf8',
  ).replaceAll('`', '');
  const headings = new Set([...handbook.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading));
  const lost = rules.flatMap(({ alert, annotations: { runbook } }) => [
    ...(headings.has(runbook) ? [] : [`${alert} has no runbook: ${runbook}`]),
    ...(handbook.includes(alert) ? [] : [`${alert} is not in the handbook`]),
  ]);
  expect(lost).toEqual([]);
});

test('the runbook of a failing part covers every part that the alert can name', async () => {
  const handbook = readFileSync(fileURLToPath(new URL('../docs/operations.md', import.meta.url)), 'utf8');
  const [, runbook] = /^### A part fails\n(.*?)^### /ms.exec(handbook)!;
  const { text } = await (await startTestService()).client().get('/metrics');
  const parts = [...text.matchAll(/^pid_part_up\{part="([^"]+)"\}/gm)].map(([, part]) => part!);
  expect(parts).toEqual(expect.arrayContaining(['database', 'keys', 'chain', 'database clock']));
  const own = ['mail', 'clock'];
  // These exist only with their settings.
  const all = [...parts.filter((part) => !own.includes(part)), 'database replica', 'registrar'];
  expect(all.filter((part) => !runbook!.includes(`\`${part}\``))).toEqual([]);
  expect(rules.find(({ alert }) => alert === 'PidDegraded')!.expr).toContain(`part!~"${own.join('|')}"`);
});

test('alerts and panels distinguish the services that one Prometheus scrapes', () => {
  // An aggregation without the label: the fresh audit of a sandbox would hide the old one of the live service.
  const mixed = /\b(?:sum|max|min|avg|count)\b(?! by \(service\b)/;
  expect(rules.filter(({ expr }) => mixed.test(expr)).map(({ alert }) => alert)).toEqual([]);
  const unfiltered = /\bpid_[a-z0-9_]+(?!\w|\{service=~"\$service"|\.\+)/;
  const exprs = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(exprs.filter((expr) => unfiltered.test(expr))).toEqual([]);
  expect(dashboard.templating.list.map(({ name }) => name)).toContain('service');
});

test('the panels have unique ids, and each has a query', () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  expect(dashboard.panels.filter(({ targets }) => targets.length === 0)).toEqual([]);
});
