import { testSealer } from '../../../test/test-sealing.ts';
import { manualClock, type Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { randomIds } from '../../platform/ids.ts';
import { serviceSecret } from '../../sessions/index.ts';
import { cacheAccounts } from '../account-keys.ts';
import { appendToLog, type LogMemory } from '../append-to-log.ts';
import { beginLog } from '../begin-log.ts';
import { openSigners } from '../signers.ts';

/** A node that appends to the log of a database when the test says so. */
export async function logOn(db: Database, clock: Clock = manualClock(new Date())) {
  const sealer = testSealer;
  const secret = (name: string) => serviceSecret({ db, sealer }, name, randomIds.bytes(32), clock.now());
  const keys = { db, sealer, ids: randomIds };
  const deps = { db, clock, secret, ...cacheAccounts(keys), signers: openSigners({ clock, secret }) };
  await beginLog(deps, new URL('https://pid.example'));
  let memory: LogMemory | null = null;
  const append = async () => {
    const appended = await appendToLog(deps, memory);
    memory = appended.memory;
    return appended;
  };
  return {
    deps: { ...deps, ...keys },
    append,
    async appendAll() {
      for (;;) {
        const appended = await append();
        if (appended.outcome !== 'appended' || !appended.isFull) return appended.outcome;
      }
    },
  };
}
