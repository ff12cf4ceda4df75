import { appendFile } from 'node:fs/promises';
import type { SecurityEventName } from '../platform/security-events.ts';

export type Outcome = 'begun' | 'done' | 'failed' | 'interrupted';

export interface ActOfCommand {
  readonly at: Date;
  readonly event: Extract<SecurityEventName, 'administration' | 'export'>;
  /** Such as `pid admin suspend`. */
  readonly operation: string;
  /** The arguments of the command, such as budi@pid. */
  readonly subject: string;
  /** The options of the command, such as --all. No option is a secret. */
  readonly options: string;
  readonly actor: string;
  readonly reason: string | null;
}

export interface LinePlace {
  /** PID_COMMAND_LOG. */
  readonly file: string | null;
  log?(line: string): void;
  complain(sentence: string): void;
}

/** Written into the security log of the database and outside of it. */
export function detailsOf({ subject, options, actor, reason }: ActOfCommand, outcome: Outcome) {
  return {
    subject,
    ...(options && { options }),
    actor,
    ...(reason === null ? {} : { reason }),
    outcome,
  };
}

/**
 * Writes a line of the security log outside of the database, in the form of the lines that nodes log: into
 * PID_COMMAND_LOG, or to standard error. A restore of the database undoes what a command did, and this
 * line still names it.
 */
export async function writeSecurityLine(
  act: ActOfCommand,
  outcome: Outcome,
  { file, log, complain }: LinePlace,
): Promise<void> {
  const { at, event, operation } = act;
  const line = JSON.stringify({
    level: 30,
    time: at.getTime(),
    at: at.toISOString(),
    event,
    operation,
    details: detailsOf(act, outcome),
    msg: 'security event',
  });
  if (file === null) {
    log?.(line);
    return;
  }
  await appendFile(file, `${line}\n`, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    // In an emergency the command must work, for example when the disk is full.
    complain(`The security log ${file} cannot be written (${error.code}). Add this line to it:`);
    log?.(line);
  });
}
