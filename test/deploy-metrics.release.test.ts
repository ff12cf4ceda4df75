import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { ensureTool, skipReason } from './support/ensure-tool.ts';
import { dashboard, rules, rulesFile } from './support/metrics-files.ts';

const promtool = ensureTool('promtool', { debian: 'prometheus' });

function runPromtool(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(promtool!, words, { encoding: 'utf8' });
  return status === 0 ? 'fine' : `${stdout}${stderr}`;
}

test.skipIf(promtool === null)(
  `promtool finds no errors, and the alerts fire when they should and not earlier${skipReason({ promtool })}`,
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
