import { recordAudit } from '../audit/index.ts';
import { isRecent } from '../platform/clock.ts';
import { actorOf, type MachineCaller, type RecordUse } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { shareReads } from '../platform/share-reads.ts';
import { systemTimers, type Timers } from '../platform/timers.ts';
import { listLiveCredentials } from './machine-credentials.store.ts';
import { machineTopic } from './manage-machine-credentials.ts';

/** The contract allows a second until every node knows; notifications usually make it milliseconds. */
const rememberedMillis = 900;
/** Made-up credentials reach this before any rate limit counts them. */
const readAtMostEveryMillis = 50;

type Live = Awaited<ReturnType<typeof listLiveCredentials>>;

export interface Machines {
  admit(secretHash: string): Promise<MachineCaller | null>;
  readonly recordUse: RecordUse;
}

/**
 * Identifies machine credentials. All of them are read at once and remembered for under a second. One that is not among them is looked for
 * in the database: it may be new, and the notification of it later than its first request.
 */
export function openMachines(
  { db, clock, notifications }: Needs<'db' | 'clock' | 'notifications'>,
  timers: Timers = systemTimers,
): Machines {
  let known: { readonly live: Live; readonly sinceMillis: number } | null = null;
  let changes = 0;
  let rested: Promise<void> | null = null;
  const forget = () => {
    known = null;
    changes += 1;
  };
  notifications.on(machineTopic, forget);
  notifications.onGap(forget);

  function remembered(): Live | null {
    return known && isRecent(clock, known.sinceMillis, rememberedMillis) ? known.live : null;
  }

  const readLive = shareReads(async () => {
    await rested;
    rested = new Promise((resolve) => void timers.after(readAtMostEveryMillis, resolve));
    const [changesBefore, sinceMillis] = [changes, clock.nowMillis()];
    const live = await listLiveCredentials(db);
    // A change that was announced meanwhile may be missing from it.
    if (changes === changesBefore) known = { live, sinceMillis };
    return live;
  });

  return {
    async admit(secretHash) {
      const isIt = (each: Live[number]) => each.secretHash === secretHash;
      const found = remembered()?.find(isIt) ?? (await readLive()).find(isIt);
      if (!found || found.expiresAt <= clock.now()) return null;
      return { type: 'machine', name: found.name, role: found.role };
    },
    recordUse: ({ caller, operationId, path, address, userAgent }) =>
      recordAudit(db, {
        at: clock.now(),
        identityId: null,
        actor: actorOf(caller),
        action: 'machine.used',
        target: operationId,
        details: { path, role: caller.role },
        origin: { address, userAgent },
      }),
  };
}
