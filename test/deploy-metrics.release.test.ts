import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { serviceUrl } from '../packages/server/src/platform/db/index.ts';
import { runPid } from '../packages/server/test/command-helper.ts';
import { testMasterKey } from '../packages/server/test/test-sealing.ts';
import { startTestService } from '../packages/server/test/test-service.ts';
import { read } from './support/deploy-files.ts';
import { ensureTool, skipReason } from './support/ensure-tool.ts';
import { dashboard, rules, rulesFile } from './support/metrics-files.ts';

const promtool = ensureTool('promtool', { debian: 'prometheus' });
const skipped = skipReason({ promtool });
const folder = mkdtempSync(path.join(tmpdir(), 'pid-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runPromtool(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(promtool!, words, { encoding: 'utf8' });
  return status === 0 ? 'fine' : `${stdout}${stderr}`;
}

function runRuleTests(evaluation_interval: string, tests: readonly object[]): string {
  const file = path.join(folder, 'tests.yaml');
  writeFileSync(file, stringify({ rule_files: [rulesFile], evaluation_interval, tests }));
  return runPromtool('test', 'rules', file);
}

/** promtool's notation for a value that does not change. */
function steady(value: number, minutes: number): string {
  return Number.isNaN(value) ? Array(minutes).fill('NaN').join(' ') : `${value}x${minutes}`;
}

/** By series, its samples of every minute, in promtool's notation. */
type Series = Readonly<Record<string, string>>;

interface Case {
  readonly at: string;
  readonly series: Series;
  /** Labels of the alert besides its severity. Without them, no alert is expected. */
  readonly fires?: Readonly<Record<string, string>>;
}

const fires = (at: string, series: Series, labels: Readonly<Record<string, string>> = {}): Case => ({
  at,
  series,
  fires: labels,
});
const silent = (at: string, series: Series): Case => ({ at, series });

const disk = 'mountpoint="/var/lib/postgresql",fstype="ext4"';
const diskLabels = { mountpoint: '/var/lib/postgresql', fstype: 'ext4' };

/** Every alert has a state in which it fires. */
const cases: Readonly<Record<string, readonly Case[]>> = {
  PidNodeDown: [
    fires('2m', { 'up{job="pid"}': '0x5' }, { job: 'pid' }),
    // No node is scraped, or under another name.
    fires('2m', { 'up{job="default/pid"}': '1x5' }, { job: 'pid' }),
    // Service discovery finds only the nodes of the other service.
    fires(
      '20m',
      { 'up{job="pid",service="live"}': '1x10 stale', 'up{job="pid",service="sandbox"}': '1x30' },
      { service: 'live' },
    ),
    silent('20m', { 'up{job="pid",service="live"}': '1x30', 'up{job="pid",service="sandbox"}': '1x30' }),
  ],
  PidServerErrors: [
    fires('20m', { 'pid_http_request_seconds_count{status="503"}': '0+60x30' }),
    silent('20m', { 'pid_http_request_seconds_count{status="404"}': '0+60x30' }),
  ],
  PidSlow: [
    fires('30m', {
      'pid_http_request_seconds_bucket{route="/v1/identity/me",le="0.05"}': '0+10x40',
      'pid_http_request_seconds_bucket{route="/v1/identity/me",le="0.1"}': '0+60x40',
      'pid_http_request_seconds_bucket{route="/v1/identity/me",le="+Inf"}': '0+60x40',
    }),
  ],
  PidDatabasePoolWaiting: [
    fires('3m', { pid_db_pool_waiting: '0 1 1 1 1' }),
    silent('3m', { pid_db_pool_waiting: '0 1 0 1 0' }),
  ],
  PidDegraded: [
    fires('10m', { 'pid_part_up{part="registrar"}': '0x20' }, { part: 'registrar' }),
    // Mails and clocks have alerts of their own.
    silent('10m', { 'pid_part_up{part="mail"}': '0x20', 'pid_part_up{part="chain"}': '1x20' }),
  ],
  PidClockOff: [
    fires('10m', { pid_clock_offset_seconds: '-7200x20' }),
    silent('10m', { pid_clock_offset_seconds: '4x20' }),
  ],
  PidRedisGone: [
    fires('10m', { pid_redis_connected: '0x20' }),
    silent('10m', { pid_redis_connected: '1x20' }),
  ],
  PidUpstreamFails: [
    fires(
      '30m',
      {
        'pid_upstream_requests_total{kind="payment",host="api.example",outcome="failed"}': '0+60x40',
        'pid_upstream_requests_total{kind="payment",host="api.example",outcome="answered"}': '0+60x40',
      },
      { kind: 'payment', host: 'api.example' },
    ),
  ],
  PidChainRpcFailures: [fires('30m', { pid_chain_rpc_failures_total: '0+60x40' })],
  PidLedgerAuditFindings: [
    fires('3h', { pid_ledger_audit_findings: '1x200' }),
    fires('3h', { pid_ledger_audit_findings: '-1x200' }),
  ],
  PidLedgerAuditOld: [
    fires('30h', { pid_ledger_audit_timestamp_seconds: '0x2000' }),
    silent('20h', { pid_ledger_audit_timestamp_seconds: '0x2000' }),
    // Its sandbox has just run the audit.
    fires(
      '30h',
      {
        'pid_ledger_audit_timestamp_seconds{service="live"}': '0x2000',
        'pid_ledger_audit_timestamp_seconds{service="sandbox"}': '0+60x2000',
      },
      { service: 'live' },
    ),
  ],
  PidLedgerMonthNotSealed: [
    fires('2h', { pid_ledger_unsealed_days: '6x200' }),
    silent('2h', { pid_ledger_unsealed_days: '5x200' }),
  ],
  PidLogBehind: [
    fires('10m', { pid_log_unlogged_seconds: '61x20' }),
    silent('10m', { pid_log_unlogged_seconds: '59x20' }),
  ],
  PidLogStopped: [fires('10m', { pid_log_stopped: '1x20' })],
  PidLogDiffers: [
    fires('10m', { pid_log_audit_findings: '1x20' }),
    silent('10m', { pid_log_audit_findings: '-1x20' }),
  ],
  PidLogAuditOld: [
    fires('30h', { pid_log_audit_timestamp_seconds: '0x2000' }),
    silent('20h', { pid_log_audit_timestamp_seconds: '0x2000' }),
    fires(
      '30h',
      {
        'pid_log_audit_timestamp_seconds{service="live"}': '0x2000',
        'pid_log_audit_timestamp_seconds{service="sandbox"}': '0+60x2000',
      },
      { service: 'live' },
    ),
  ],
  PidWitnessFork: [fires('10m', { pid_witness_fork: '1x20' })],
  PidWitnessSilent: [
    fires('4h', { pid_witness_checked_timestamp_seconds: '0x300' }),
    silent('2h', { pid_witness_checked_timestamp_seconds: '0x300' }),
  ],
  PidLiabilitiesOld: [fires('1h', { pid_liabilities_age_seconds: '100000x90' })],
  PidMonthsMissing: [
    fires('4h', { pid_partitions_ahead_days: '13x300' }),
    silent('4h', { pid_partitions_ahead_days: '-1x300' }),
  ],
  PidSuspense: [fires('2h', { pid_suspense_items: '1x150' })],
  PidSuspenseOld: [
    fires('10m', { pid_suspense_oldest_seconds: '260000x20' }),
    silent('10m', { pid_suspense_oldest_seconds: '200000x20' }),
  ],
  PidHoldsOverdue: [
    fires('20m', { pid_payments_hold_overdue_seconds: '601x30' }),
    silent('20m', { pid_payments_hold_overdue_seconds: '60x30' }),
  ],
  PidSettlementProblems: [fires('2h', { pid_settlement_problems: '1x150' })],
  PidSettlementAnomalies: [
    fires('30m', { 'pid_settlement_anomalies_total{reason="amount"}': '0x10 1x30' }, { reason: 'amount' }),
  ],
  PidPaymentAnomalies: [
    fires('30m', { 'pid_payment_anomalies_total{reason="currency"}': '0x10 1x30' }, { reason: 'currency' }),
  ],
  PidPaymentNoticesRefused: [
    fires('30m', { 'pid_security_events_total{event="payment_notice.refused"}': '0+1x40' }),
  ],
  PidReceivablesGrow: [fires('3h', { pid_ledger_receivables_rupiah: '0x60 5000x200' })],
  PidRelayerLow: [fires('10m', { pid_relayer_lamports: '100000000x20' })],
  PidPlaySponsorLow: [fires('10m', { pid_play_sponsor_lamports: '50000000x20' })],
  PidRelayPoolHalfUsed: [fires('10m', { pid_relay_pool_session_used_ratio: '0.6x20' })],
  PidSponsorshipExhausted: [
    fires('10m', { pid_relay_sponsorship_left_lamports: '1000000x20' }),
    silent('10m', { pid_relay_sponsorship_left_lamports: steady(Number.NaN, 20) }),
  ],
  PidOperationsStuck: [fires('10m', { pid_relay_oldest_open_seconds: '301x20' })],
  PidOperationUnjudged: [fires('10m', { pid_relay_oldest_unjudged_seconds: '601x20' })],
  PidMailsWait: [fires('20m', { pid_mails_waiting: '101x30' })],
  PidMailsOld: [
    fires('20m', { pid_mails_oldest_seconds: '1000x30', pid_mails_waiting: '3x30' }),
    // A single mailbox does not take its mail yet.
    silent('20m', { pid_mails_oldest_seconds: '1000x30', pid_mails_waiting: '1x30' }),
  ],
  PidMailsFail: [
    fires('2h', { 'pid_mails_total{outcome="dropped"}': '0+1x150' }, { outcome: 'dropped' }),
    silent('2h', { 'pid_mails_total{outcome="sent"}': '0+10x150' }),
  ],
  PidPushesWait: [
    fires('20m', { pid_pushes_waiting: '101x30' }),
    silent('20m', { pid_pushes_waiting: '101x5 0x30' }),
  ],
  PidPushesFail: [
    fires('2h', {
      'pid_pushes_total{outcome="refused"}': '0+1x150',
      'pid_pushes_total{outcome="sent"}': '0+10x150',
    }),
    // Devices that are gone are no fault, and neither are a few of many.
    silent('2h', {
      'pid_pushes_total{outcome="gone"}': '0+1x150',
      'pid_pushes_total{outcome="sent"}': '0+1x150',
    }),
    silent('2h', {
      'pid_pushes_total{outcome="dropped"}': '0+1x150',
      'pid_pushes_total{outcome="sent"}': '0+100x150',
    }),
  ],
  PidJobFails: [
    fires('20m', { 'pid_job_failures{name="retention"}': '3x30' }, { name: 'retention' }),
    silent('20m', { 'pid_job_failures{name="retention"}': '2x30' }),
    silent('20m', { 'pid_job_failures{name="append to the public log"}': '0 60 120 180 0x30' }),
  ],
  PidSecurityLogLags: [fires('10m', { pid_security_log_lag_seconds: '61x20' })],
  PidWorkersRestart: [fires('30m', { pid_worker_restarts_total: '0+1x40' })],
  PidArchiveFails: [fires('10m', { pid_postgres_archive_failing: '1x20' })],
  PidStandbyGone: [
    fires('3h', { pid_postgres_standbys: '2x120 1x100' }),
    // The live service has lost one of two standbys, its sandbox has three.
    fires(
      '3h',
      {
        'pid_postgres_standbys{service="live"}': '2x120 1x100',
        'pid_postgres_standbys{service="sandbox"}': '3x220',
      },
      { service: 'live' },
    ),
    // A base backup of an hour.
    silent('5h', { pid_postgres_standbys: '2x120 4x60 2x200' }),
  ],
  PidReplicationLag: [
    fires('10m', { pid_postgres_replication_lag_seconds: '31x20' }),
    fires('10m', { 'pg_replication_lag_seconds{instance="standby"}': '31x20' }),
    silent('10m', { pid_postgres_replication_lag_seconds: steady(Number.NaN, 20) }),
  ],
  PidDiskLow: [
    fires(
      '20m',
      {
        [`node_filesystem_avail_bytes{${disk}}`]: '9x30',
        [`node_filesystem_size_bytes{${disk}}`]: '100x30',
      },
      diskLabels,
    ),
    silent('20m', {
      'node_filesystem_avail_bytes{mountpoint="/run",fstype="tmpfs"}': '1x30',
      'node_filesystem_size_bytes{mountpoint="/run",fstype="tmpfs"}': '100x30',
    }),
  ],
  PidDiskFillsUp: [
    fires('8h', { [`node_filesystem_avail_bytes{${disk}}`]: '1000-1x600' }, diskLabels),
    silent('8h', { [`node_filesystem_avail_bytes{${disk}}`]: '100000-1x600' }),
  ],
};

test.skipIf(promtool === null)(`promtool finds no errors in the rules and the panels${skipped}`, () => {
  expect(runPromtool('check', 'rules', rulesFile)).toBe('fine');
  for (const { targets } of dashboard.panels)
    for (const { expr } of targets) {
      const panel = path.join(folder, 'panel.yaml');
      writeFileSync(panel, stringify({ groups: [{ name: 'panel', rules: [{ record: 'panel', expr }] }] }));
      expect([expr, runPromtool('check', 'rules', panel)]).toEqual([expr, 'fine']);
    }
});

test('every alert has a case in which it fires', () => {
  expect(Object.keys(cases).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  expect(Object.entries(cases).filter(([, own]) => !own.some((each) => each.fires))).toEqual([]);
});

test.skipIf(promtool === null)(
  `every alert fires when it should and not earlier${skipped}`,
  () => {
    const testsOf = (unit: 'm' | 'h') =>
      rules.flatMap(({ alert, annotations, labels: { severity } }) =>
        (cases[alert] ?? [])
          .filter(({ at }) => at.endsWith(unit))
          .map(({ at, series, fires: labels }) => ({
            interval: '1m',
            input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
            alert_rule_test: [
              {
                eval_time: at,
                alertname: alert,
                exp_alerts: labels
                  ? [{ exp_labels: { severity, ...labels }, exp_annotations: filled(annotations, labels) }]
                  : [],
              },
            ],
          })),
      );
    expect(runRuleTests('1m', testsOf('m'))).toBe('fine');
    expect(runRuleTests('10m', testsOf('h'))).toBe('fine');
  },
  300_000,
);

function filled(annotations: object, labels: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(annotations).map(([name, text]: [string, string]) => [
      name,
      text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_all, label: string) => labels[label] ?? ''),
    ]),
  );
}

/**
 * The samples of a scrape, unchanged for as long as the alerts look back. promtool's time begins at 0, so times are given relative to
 * the scrape.
 */
function seriesOf(scrape: string, minutes: number): { series: string; values: string }[] {
  const now = Date.now() / 1000;
  return scrape
    .split('\n')
    .filter((line) => line.startsWith('pid_'))
    .map((line) => {
      const split = line.lastIndexOf(' ');
      const series = line.slice(0, split);
      const value = Number(line.slice(split + 1).replace(/^Nan$/, 'NaN'));
      const shown = /_timestamp_seconds\b/.test(series) ? value - now : value;
      return { series, values: steady(shown, minutes) };
    });
}

test.skipIf(promtool === null)(`a new installation fires no alert${skipped}`, async () => {
  const service = await startTestService();
  const client = service.client();
  await client.get('/v1/identity/me');
  const silence = (scrape: string, minutes: number) => ({
    interval: '1m',
    input_series: [
      ...seriesOf(scrape, minutes),
      { series: 'up{job="pid"}', values: `1x${minutes}` },
      { series: `node_filesystem_avail_bytes{${disk}}`, values: `50x${minutes}` },
      { series: `node_filesystem_size_bytes{${disk}}`, values: `100x${minutes}` },
      { series: 'pg_replication_lag_seconds', values: `0x${minutes}` },
    ],
    alert_rule_test: rules.map(({ alert }) => ({
      eval_time: `${minutes - 1}m`,
      alertname: alert,
      exp_alerts: [],
    })),
  });
  const first = (await client.get('/metrics')).text;
  // Every node checks within 15 minutes whether the audit is due.
  await service.service.runJob('audit the ledger');
  const later = (await client.get('/metrics')).text;
  expect(later).toContain('\npid_ledger_audit_findings 0\n');
  expect(runRuleTests('1m', [silence(first, 30)])).toBe('fine');
  // A node that never runs the audit.
  expect(runRuleTests('10m', [silence(first, 20 * 60)])).toContain('PidLedgerAuditOld');
  expect(runRuleTests('10m', [silence(later, 20 * 60)])).toBe('fine');

  // A day later the nodes have audited the ledger again (without a run, the audit is due at any time of the day), but not the public log.
  await service.db.query("update log_heads set begun_at = now() - interval '1 day'");
  await service.db.query('delete from ledger_audit_runs');
  await service.service.runJob('audit the ledger');
  const nextDay = (await client.get('/metrics')).text;
  expect(runRuleTests('10m', [silence(nextDay, 6 * 60)])).toContain('PidLogAuditOld');
  // The service `audit` of compose.
  const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: { audit: { command: [string] } };
  };
  const [, words] = /main\.js (.*?);/.exec(services.audit.command[0])!;
  const { code, text } = await runPid(words!.split(' '), {
    PID_DATABASE_URL: serviceUrl(service.connectionString),
    PID_MASTER_KEY: testMasterKey,
    PID_LOG_LEVEL: 'silent',
  });
  expect([code, text]).toEqual([0, expect.any(String)]);
  const audited = (await client.get('/metrics')).text;
  expect(runRuleTests('10m', [silence(audited, 6 * 60)])).toBe('fine');
});
