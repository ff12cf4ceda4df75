import { recordAudit } from '../audit/index.ts';
import { isRecent } from '../platform/clock.ts';
import { actorOf, type MachineCaller, type RecordUse } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { shareReads } from '../platform/share-reads.ts';
import { systemTimers, type Timers } from '../platform/timers.ts';
import { listLiveCredentials } from './machine-credentials.store.ts';
import { machineTopic } from './manage-machine-credentials.ts';

/**
 * The contract allows one second until every node knows a change; notifications usually take milliseconds.
 */
const rememberedMillis = 900;
/**
 * Made-up credentials cause reads before any rate limit applies to them, so reads are at least this far
 * apart.
 */
const readAtMostEveryMillis = 50;

type Live = Awaited<ReturnType<typeof listLiveCredentials>>;

export interface Machines {
  admit(secretHash: string): Promise<MachineCaller | null>;
  readonly recordUse: RecordUse;
}

/**
 * Authenticates machine credentials. All of them are read together and cached for less than a second. A
 * credential that is not in the cache is looked up in the database: it may be new, and its first request can
 * arrive before the notification.
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
    // This read may miss a change that was announced while it ran.
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
