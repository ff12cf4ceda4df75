import type { Needs } from '../platform/needs.ts';
import type { SecurityEvent, SecurityEvents } from '../platform/security-events.ts';
import { networkOf } from './network-of.ts';
import { insertEvents, type StoredEvent } from './security-log.store.ts';

const queueMax = 5000;
const batchMax = 500;
const minuteMillis = 60_000;
/** Events of one kind from one caller per minute. Events above this count only in the metrics. */
const perCallerMax = 20;
/**
 * Events of one kind from all callers per minute. A flood cannot fill the disk, and refused requests cannot
 * displace an administrator's events.
 */
const perKindMax = 500;

export interface Recorder extends SecurityEvents {
  /** Writes the queued events. Events that cannot be written stay in the queue, up to its limit. */
  flush(): Promise<void>;
  /** Age of the oldest queued event; 0 if the queue is empty. */
  lagSeconds(): number;
}

export interface RecorderDeps extends Needs<'db' | 'clock' | 'log'> {
  count(event: string, outcome: 'recorded' | 'dropped'): void;
}

/**
 * Queues events in memory between requests and the table. A full queue drops and counts events; it never
 * delays a request.
 */
export function createRecorder(deps: RecorderDeps): Recorder {
  const queue: StoredEvent[] = [];
  // One writer at a time: two would insert the same events, and the second would drop later ones.
  let flushing: Promise<void> = Promise.resolve();
  let minute = { startedMillis: 0, counts: new Map<string, number>() };

  function isWithinBudget(event: StoredEvent): boolean {
    const now = deps.clock.nowMillis();
    if (Math.abs(now - minute.startedMillis) >= minuteMillis)
      minute = { startedMillis: now, counts: new Map() };
    // The app comes last, because a refused caller can send a different invented client_id each time.
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
