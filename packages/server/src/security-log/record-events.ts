import type { Needs } from '../platform/needs.ts';
import type { SecurityEvent, SecurityEvents } from '../platform/security-events.ts';
import { networkOf } from './network-of.ts';
import { insertEvents, type StoredEvent } from './security-log.store.ts';

const queueMax = 5000;
const batchMax = 500;
const minuteMillis = 60_000;
/** Of one kind from one caller in a minute; what goes beyond is in the metrics alone. */
const perCallerMax = 20;
/** Of one kind in all: a thousand attackers fill no disk, and what they are refused hides nothing that an administrator did. */
const perKindMax = 500;

export interface Recorder extends SecurityEvents {
  /** Writes what waits. What cannot be written now waits on, up to the ceiling. */
  flush(): Promise<void>;
  /** Age of the oldest that waits, 0 when none does. */
  lagSeconds(): number;
}

export interface RecorderDeps extends Needs<'db' | 'clock' | 'log'> {
  count(event: string, outcome: 'recorded' | 'dropped'): void;
}

/** A queue in memory between requests and the table: full, it drops and counts; it never makes anybody wait. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const queue: StoredEvent[] = [];
  // One writer at a time: two would insert the same events, and the second would drop later ones.
  let flushing: Promise<void> = Promise.resolve();
  let minute = { startedMillis: 0, counts: new Map<string, number>() };

  function isWithinBudget(event: StoredEvent): boolean {
    const now = deps.clock.nowMillis();
    if (Math.abs(now - minute.startedMillis) >= minuteMillis)
      minute = { startedMillis: now, counts: new Map() };
    // An app comes last: whoever is refused may have made it up, another one each time.
    const caller = `${event.event} ${event.identityId ?? event.network ?? event.clientId ?? ''}`;
    const [ofKind, ofCaller] = [event.event, caller].map((key) => (minute.counts.get(key) ?? 0) + 1) as [
      number,
      number,
    ];
    if (ofKind > perKindMax) return false;
    if (ofCaller > perCallerMax) return false;
    minute.counts.set(event.event, ofKind).set(caller, ofCaller);
    return true;
  }

  async function write(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, batchMax);
      await insertEvents(deps.db, batch);
      queue.splice(0, batch.length);
    }
  }

  return {
    record(event: SecurityEvent) {
      const stored: StoredEvent = {
        at: deps.clock.now(),
        event: event.event,
        identityId: event.identityId ?? null,
        clientId: event.clientId?.slice(0, 64) ?? null,
        // mutant (security-log/): networkOf(event.address) => event.address ?? null
        network: networkOf(event.address),
        operation: event.operation ?? null,
        details: event.details ?? {},
      };
      if (queue.length >= queueMax || !isWithinBudget(stored)) return deps.count(stored.event, 'dropped');
      queue.push(stored);
      deps.count(stored.event, 'recorded');
      deps.log.info({ ...stored, at: stored.at.toISOString() }, 'security event');
    },
    lagSeconds: () => (queue[0] ? (deps.clock.nowMillis() - queue[0].at.getTime()) / 1000 : 0),
    flush() {
      flushing = flushing.catch(() => {}).then(write);
      return flushing;
    },
  };
}
