import { expect } from 'vitest';
import type { Environment } from '../src/platform/config/index.ts';
import { createLogger, type Logger } from '../src/platform/log.ts';
import { ageRows } from './age-rows.ts';
import { runPid } from './command-helper.ts';
import { findMarks } from './find-marks.ts';
import { testMasterKey } from './test-sealing.ts';
import type { TestService } from './test-service.ts';

const daySeconds = 86_400;

/** Returns a log with level debug and the lines that it wrote. */
export function keptLog(): { readonly log: Logger; readonly lines: readonly string[] } {
  const lines: string[] = [];
  return { lines, log: createLogger('debug', { write: (line) => void lines.push(line) }) };
}

/**
 * Deletes an identity with the operator's command and waits until its last mail is sent, because the mail
 * keeps the address until then.
 */
export async function deleteByCommand(
  service: TestService,
  environment: Environment,
  whom: { readonly pid: string; readonly marks: readonly string[] },
  more: readonly string[] = [],
): Promise<void> {
  const deleted = await runPid(['admin', 'delete', whom.pid, '--yes', ...more], {
    ...environment,
    PID_MASTER_KEY: testMasterKey,
    PID_BASE_URL: service.baseUrl,
    PID_LOG_LEVEL: 'silent',
  });
  expect([deleted.code, deleted.text]).toEqual([0, `${whom.pid} is deleted.`]);
  const waiting = async () =>
    (await findMarks(service.db, whom.marks)).filter((row) => row.startsWith('notice_mails:'));
  await expect.poll(waiting).toEqual([]);
}

/** Moves rows that are checked against the database's own clock into the past by this many days. */
export async function ageBy(service: TestService, days: number): Promise<void> {
  await ageRows(service.db, days * daySeconds, {
    audit_events: ['at'],
    security_events: ['at'],
    topup_confirmations: ['recorded_at'],
    ledger_accounts: ['closed_at'],
    ledger_notes_kept: ['closed_at'],
    payment_texts_kept: ['deleted_at'],
  });
}

/**
 * Lets all retention periods pass, on the service's clock and on the database's clock, which the SQL
 * functions use.
 */
export async function letRetentionPass(service: TestService): Promise<void> {
  service.clock.advanceSeconds(400 * daySeconds);
  await ageBy(service, 400);
  await service.service.forget();
}
