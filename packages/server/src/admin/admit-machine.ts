import { recordAudit } from '../audit/index.ts';
import { actorOf, type MachineCaller, type RecordUse } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { readLiveCredentials } from './machine-credentials.store.ts';
import { machineTopic } from './manage-machine-credentials.ts';

/** The contract allows a second until every node knows; notifications usually make it milliseconds. */
const rememberedMillis = 900;

type Live = Awaited<ReturnType<typeof readLiveCredentials>>;

export interface Machines {
  admit(secretHash: string): Promise<MachineCaller | null>;
  readonly recordUse: RecordUse;
}

/**
 * Who a machine credential is. All of them are read at once and remembered for under a second: whoever sends made-up ones, before any limit
 * could count them, costs the database one look a second.
 */
export function openMachines({
  db,
  clock,
  notifications,
}: Needs<'db' | 'clock' | 'notifications'>): Machines {
  let known: { readonly live: Promise<Live>; readonly sinceMillis: number } | null = null;
  const forget = () => (known = null);
  notifications.on(machineTopic, forget);
  notifications.onGap(forget);

  function readLive(): Promise<Live> {
    const now = clock.nowMillis();
    // A clock that was put back makes nothing fresh.
    const ageMillis = known ? now - known.sinceMillis : rememberedMillis;
    if (known && ageMillis >= 0 && ageMillis < rememberedMillis) return known.live;
    const live = readLiveCredentials(db);
    const asked = { live, sinceMillis: now };
    known = asked;
    // What failed is not remembered.
    live.catch(() => known === asked && forget());
    return live;
  }

  return {
    async admit(secretHash) {
      const found = (await readLive()).find((each) => each.secretHash === secretHash);
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
