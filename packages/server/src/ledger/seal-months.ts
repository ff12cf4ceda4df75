import type { Job } from '../platform/jobs.ts';
import type { Needs } from '../platform/needs.ts';
import { databaseTime, sealStep } from './seals.store.ts';

const everySeconds = 30;
/** A node that stops waits for this at most, and sealing uses at most a third of a core. */
const passMillis = 10_000;
const clocksApartMillis = 60_000;

type SealDeps = Needs<'db' | 'clock' | 'log'>;

/** Seals the months of the ledger, oldest first, in steps on one of the nodes. */
export function monthlySeal(deps: SealDeps): Job {
  return { name: 'seal months', everySeconds, run: () => sealMonths(deps) };
}

/** Continues until no month is due or the time of a pass has passed. */
export async function sealMonths({ db, clock, log }: SealDeps): Promise<void> {
  const started = clock.nowMillis();
  // A database whose clock is ahead would seal a month that is not over, and every posting would be refused.
  const apart = (await databaseTime(db)).getTime() - started;
  if (Math.abs(apart) > clocksApartMillis) return;
  while (clock.nowMillis() - started < passMillis) {
    const { outcome, month, hash, entries } = await sealStep(db);
    if (outcome === 'sealed')
      log.info({ month, hash: hash!.toString('hex'), entries: String(entries) }, 'ledger month sealed');
    if (outcome !== 'begun' && outcome !== 'read') return;
  }
}
