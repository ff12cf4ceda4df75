import { hostname } from 'node:os';
import { isRecent, systemClock, type Clock } from '../platform/clock.ts';
import { notify, type Queryable } from '../platform/db/index.ts';
import type { Job } from '../platform/jobs.ts';
import type { Needs } from '../platform/needs.ts';
import { readDatabaseClock } from './health.store.ts';
import type { ReadinessProbe } from './probes.ts';

/** Tokens, codes and marks of one node are checked by others, so their clocks must agree. */
export const clockLimits = {
  /** Reported by `pid doctor` and an alert. NTP keeps clocks within milliseconds. */
  warnSeconds: 5,
  /** Makes a node unready. Far below the lifetime of a token, far above a slow response of the database. */
  unreadySeconds: 30,
} as const;

/**
 * Measures how far a clock is ahead of the database's (negative: behind it), in seconds. The database read its clock at some
 * moment of the round trip; the result is the smallest difference that explains the response, so a slow response never counts as
 * a wrong clock.
 */
export async function measureClock(db: Pick<Queryable, 'query'>, clock: Clock): Promise<number> {
  const sent = clock.nowMillis();
  const database = (await readDatabaseClock(db)).getTime();
  const received = clock.nowMillis();
  const millis = sent > database ? sent - database : Math.min(0, received - database);
  return millis / 1000;
}

interface ClockWatchDeps extends Needs<'db' | 'notifications' | 'metrics'> {
  /** The clock of the machine. Tests move the service's clock, but not this one. */
  readonly hostClock?: Clock;
  readonly host?: string;
}

export interface ClockWatch {
  readonly probes: readonly ReadinessProbe[];
  readonly job: Job;
}

const everySeconds = 10;
const recentMillis = 60_000;
/** Two nodes agree about the database's clock if their measurements differ by less. */
const agreementSeconds = 5;

/**
 * Compares this node's clock with the database's, which all nodes share. A node whose clock is wrong is not ready. If the database's
 * clock is wrong, every node finds a difference: they report it to each other and stay ready, because they agree among themselves.
 */
export function openClockWatch(deps: ClockWatchDeps): ClockWatch {
  const { db, hostClock: clock = systemClock, host = hostname() } = deps;
  /** The last measurement of each other machine. */
  const others = new Map<string, { readonly seconds: number; readonly atMillis: number }>();
  deps.notifications.on('clock', (key) => {
    const [seconds, ...name] = key.split(' ');
    const other = name.join(' ');
    if (other !== host) others.set(other, { seconds: Number(seconds), atMillis: clock.nowMillis() });
  });
  /** Null if the database does not answer, which another probe reports. */
  const measure = () => measureClock(db, clock).catch(() => null);
  const isOff = (seconds: number) => Math.abs(seconds) > clockLimits.unreadySeconds;
  function isShared(own: number): boolean {
    for (const [name, { atMillis }] of others)
      if (!isRecent(clock, atMillis, recentMillis)) others.delete(name);
    const measured = [...others.values()].map(({ seconds }) => seconds);
    return (
      measured.every((seconds) => isOff(seconds)) &&
      measured.some((seconds) => Math.abs(seconds - own) < agreementSeconds)
    );
  }
  const say = (seconds: number) =>
    `the clock of ${host} is ${Math.abs(seconds).toFixed(1)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database's`;
  deps.metrics.gauge(
    'pid_clock_offset_seconds',
    "Seconds by which this node's clock is ahead of the database's, at least; negative if it is behind",
    async () => (await measure()) ?? 0,
  );
  return {
    probes: [
      {
        name: 'clock',
        isNeeded: true,
        async check() {
          const own = await measure();
          if (own !== null && isOff(own) && !isShared(own)) throw new Error(say(own));
        },
      },
      {
        name: 'database clock',
        isNeeded: false,
        async check() {
          const own = await measure();
          if (own !== null && isOff(own) && isShared(own))
            throw new Error(`${say(own)}, and other nodes find the same: the database's clock is wrong`);
        },
      },
    ],
    job: {
      name: 'compare clocks',
      everySeconds,
      async run() {
        const own = await measure();
        if (own !== null) await notify(db, 'clock', `${own} ${host}`);
      },
    },
  };
}
