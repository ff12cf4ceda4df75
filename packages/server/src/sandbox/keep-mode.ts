import { ConfigError } from '../platform/config/index.ts';
import { clientToPrimary, type Queryable } from '../platform/db/index.ts';
import type { Mode } from '../platform/settings.ts';
import { findMode, hasModes, insertMode } from './mode.store.ts';

/** Something in a database that a service of another mode must not have. */
export interface Trace {
  readonly what: string;
  isIn(db: Queryable): Promise<boolean>;
}

/** Refuses a database of another mode, before anything is migrated. */
export async function refuseOtherMode(url: string, mode: Mode): Promise<void> {
  const client = await clientToPrimary(url, { application_name: 'pid migrate' });
  await client.connect();
  try {
    await judgeMode(client, mode);
  } finally {
    await client.end();
  }
}

async function judgeMode(db: Queryable, mode: Mode): Promise<void> {
  if (!(await hasModes(db))) return;
  const kept = await findMode(db);
  // mutant (sandbox/mode.test): kept !== null && kept !== mode => false
  if (kept !== null && kept !== mode)
    throw new ConfigError([
      `The mode is ${mode} (PID_MODE), and this database belongs to a service in mode ${kept}: set PID_MODE to ${kept}, or use another database.`,
    ]);
}

/**
 * Writes the mode into a database that has none. Existing play money cannot become real money, and real money cannot
 * become play money.
 */
export async function keepMode(
  db: Queryable,
  mode: Mode,
  traces: Readonly<Partial<Record<Mode, readonly Trace[]>>>,
): Promise<void> {
  if ((await findMode(db)) === null)
    for (const { what, isIn } of traces[mode] ?? [])
      if (await isIn(db))
        throw new ConfigError([
          `This database has ${what}, so it cannot become that of a service in mode ${mode}: use a new database, or set PID_MODE to ${mode === 'live' ? 'sandbox' : 'live'}.`,
        ]);
  await insertMode(db, mode);
  await judgeMode(db, mode);
}
