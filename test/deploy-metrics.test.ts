import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { startTestService } from '../packages/server/test/test-service.ts';
import { findTool } from './support/ensure-tool.ts';

const rulesFile = fileURLToPath(new URL('../deploy/prometheus-rules.yaml', import.meta.url));
const dashboardFile = fileURLToPath(new URL('../deploy/grafana-dashboard.json', import.meta.url));
const promtool = findTool('promtool', 'Debian: `apt install prometheus`');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook?: string };
}
const rules = (parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(readFileSync(dashboardFile, 'utf8')) as {
  panels: { id: number; targets: { expr: string }[] }[];
};

/** Known to the first process of several workers alone (test/process/workers.test.ts). */
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

function runPromtool(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(promtool!, words, { encoding: 'utf8' });
  return status === 0 ? 'fine' : `${stdout}${stderr}`;
}

test.skipIf(promtool === null)(
  'promtool finds nothing wrong, and the alerts wake when they should and not before',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'pid-rules-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(runPromtool('check', 'rules', rulesFile)).toBe('fine');
    for (const { targets } of dashboard.panels)
      for (const { expr } of targets) {
        const panel = path.join(folder, 'panel.yaml');
        writeFileSync(panel, stringify({ groups: [{ name: 'panel', rules: [{ record: 'panel', expr }] }] }));
        expect([expr, runPromtool('check', 'rules', panel)]).toEqual([expr, 'fine']);
      }
    const alert = (
      alertname: string,
      eval_time: string,
      wakes: Record<string, string> | null,
      values: Record<string, string>,
    ) => ({
      interval: '1m',
      input_series: Object.entries(values).map(([series, samples]) => ({ series, values: samples })),
      alert_rule_test: [
        {
          eval_time,
          alertname,
          exp_alerts:
            wakes === null
              ? []
              : [
                  {
                    exp_labels: { ...wakes },
                    exp_annotations: rules.find((rule) => rule.alert === alertname)!.annotations,
                  },
                ],
        },
      ],
    });
    const tests = [
      alert('PidDatabasePoolWaiting', '3m', { severity: 'page' }, { pid_db_pool_waiting: '0 1 1 1 1' }),
      alert('PidDatabasePoolWaiting', '3m', null, { pid_db_pool_waiting: '0 1 0 1 0' }),
      alert(
        'PidServerErrors',
        '20m',
        { severity: 'page' },
        { 'pid_http_request_seconds_count{status="503"}': '0+60x30' },
      ),
      alert('PidServerErrors', '20m', null, { 'pid_http_request_seconds_count{status="404"}': '0+60x30' }),
      alert(
        'PidLedgerAuditOld',
        '30h',
        { severity: 'page' },
        { pid_ledger_audit_timestamp_seconds: '0x2000' },
      ),
      alert('PidLedgerAuditOld', '20h', null, { pid_ledger_audit_timestamp_seconds: '0x2000' }),
      alert(
        'PidRelayPoolHalfUsed',
        '10m',
        { severity: 'ticket' },
        { pid_relay_pool_session_used_ratio: '0.6x20' },
      ),
      alert('PidMonthsMissing', '4h', { severity: 'ticket' }, { pid_partitions_ahead_days: '13x300' }),
      alert('PidMonthsMissing', '4h', null, { pid_partitions_ahead_days: '-1x300' }),
      alert('PidRedisGone', '10m', null, { pid_redis_connected: '1x20' }),
    ];
    const file = path.join(folder, 'tests.yaml');
    writeFileSync(file, stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }));
    expect(runPromtool('test', 'rules', file)).toBe('fine');
  },
);
