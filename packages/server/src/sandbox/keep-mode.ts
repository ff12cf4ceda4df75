import { ConfigError } from '../platform/config/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { Mode } from '../platform/settings.ts';
import { findMode, hasModes, insertMode } from './mode.store.ts';

/** Something in a database that a live service must not have. */
export interface Trace {
  readonly what: string;
  isIn(db: Queryable): Promise<boolean>;
}

/** Refuses a database of another mode, before anything is migrated. */
export async function refuseOtherMode(db: Queryable, mode: Mode): Promise<void> {
  if (!(await hasModes(db))) return;
  const kept = await findMode(db);
  // mutant (sandbox/mode.test): kept !== null && kept !== mode => false
  if (kept !== null && kept !== mode)
    throw new ConfigError([
      `The mode is ${mode} (PID_MODE), and this database belongs to a service in mode ${kept}: set PID_MODE to ${kept}, or use another database.`,
    ]);
}

/** Writes the mode into a database that has none. Existing play money cannot become real money. */
export async function keepMode(db: Queryable, mode: Mode, traces: readonly Trace[]): Promise<void> {
  if (mode === 'live' && (await findMode(db)) === null)
    for (const { what, isIn } of traces)
      if (await isIn(db))
        throw new ConfigError([
          `This database has ${what}, so it cannot become that of a live service: use a new database, or set PID_MODE to sandbox.`,
        ]);
  await insertMode(db, mode);
  await refuseOtherMode(db, mode);
}
