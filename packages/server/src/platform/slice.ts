import type { FastifyInstance } from 'fastify';
import type { Queryable, Tx } from './db/index.ts';
import type { Route } from './http/index.ts';
import { startJobs, type Job, type Jobs } from './jobs.ts';
import type { Logger } from './log.ts';

/** One subject of the service, opened: what it serves, what it does now and then, and what it holds of an identity. */
export interface Slice {
  readonly routes?: readonly Route[];
  readonly jobs?: readonly Job[];
  /** Pages and standard endpoints, which are no declared operations. */
  mount?(http: FastifyInstance): void | Promise<void>;
  /** What goes with a deleted identity, in the transaction that deletes it. */
  erase?(tx: Tx, identity: { readonly id: string }, now: Date): Promise<void>;
  /** Forgets what has been kept long enough, on every node and now and then. */
  forget?(): Promise<void>;
  /** What it holds about an identity, by the names under which the export shows it. */
  readonly export?: Readonly<Record<string, (db: Queryable, identityId: string) => Promise<unknown>>>;
  close?(): void | Promise<void>;
}

export interface Slices {
  /** A slice may lean on those before it. So erasing and closing go the other way round. */
  add<S extends Slice>(slice: S): S;
  routes(): Route[];
  mount(http: FastifyInstance): Promise<void>;
  erase(tx: Tx, identity: { readonly id: string }, now: Date): Promise<void>;
  export(db: Queryable, identityId: string): Promise<Record<string, unknown>>;
  /** What every slice forgets by itself; one that cannot keeps no other from it. */
  forget(): Promise<void>;
  startJobs(log: Logger): Jobs;
  /** Once, however often it is asked; also when the opening failed midway. */
  close(): Promise<void>;
}

export function openSlices(): Slices {
  const slices: Slice[] = [];
  let jobs: Jobs | null = null;
  let closing: Promise<void> | null = null;

  async function close(): Promise<void> {
    await jobs?.stop();
    // One that cannot be closed leaves no other open.
    const failures: unknown[] = [];
    for (const slice of slices.toReversed())
      await Promise.resolve()
        .then(() => slice.close?.())
        .catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed');
  }

  async function forget(): Promise<void> {
    const outcomes = await Promise.allSettled(slices.map(async (slice) => slice.forget?.()));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures, 'not everything could be forgotten');
  }

  return {
    forget,
    add(slice) {
      slices.push(slice);
      return slice;
    },
    routes: () => slices.flatMap(({ routes = [] }) => routes),
    async mount(http) {
      for (const slice of slices) await slice.mount?.(http);
    },
    async erase(tx, identity, now) {
      for (const slice of slices.toReversed()) await slice.erase?.(tx, identity, now);
    },
    async export(db, identityId) {
      const sections = slices.flatMap(({ export: held = {} }) => Object.entries(held));
      const read = sections.map(async ([name, section]) => [name, await section(db, identityId)] as const);
      return Object.fromEntries(await Promise.all(read));
    },
    startJobs(log) {
      return (jobs = startJobs(
        // Often enough that a node that is restarted every day forgets too.
        [
          ...slices.flatMap((slice) => slice.jobs ?? []),
          { name: 'retention', everySeconds: 3600, run: forget },
        ],
        log,
      ));
    },
    close: () => (closing ??= close()),
  };
}
