import type { FastifyInstance } from 'fastify';
import type { Queryable, Tx } from './db/index.ts';
import type { Route } from './http/index.ts';
import { startJobs, type Job, type Jobs } from './jobs.ts';
import type { Needs } from './needs.ts';

/** One subject of the service: its routes, its jobs, and its data of an identity. */
export interface Slice {
  readonly routes?: readonly Route[];
  readonly jobs?: readonly Job[];
  /** Adds pages and standard endpoints, which are not declared operations. */
  mount?(http: FastifyInstance): void | Promise<void>;
  /** Erases the data of a deleted identity, in the transaction that deletes it. */
  erase?(tx: Tx, identity: { readonly id: string }, now: Date): Promise<void>;
  /** Deletes expired data. Runs periodically on every node. */
  forget?(): Promise<void>;
  /** The data of an identity, by the names that the export uses. */
  readonly export?: Readonly<Record<string, (db: Queryable, identityId: string) => Promise<unknown>>>;
  close?(): void | Promise<void>;
}

export interface Slices {
  /** A slice may depend on those added before it, so erasing and closing run in reverse order. */
  add<S extends Slice>(slice: S): S;
  routes(): Route[];
  mount(http: FastifyInstance): Promise<void>;
  erase(tx: Tx, identity: { readonly id: string }, now: Date): Promise<void>;
  export(db: Queryable, identityId: string): Promise<Record<string, unknown>>;
  /** Deletes the expired data of every slice. A failure in one slice does not stop the others. */
  forget(): Promise<void>;
  startJobs(needs: Needs<'log' | 'metrics'>): Jobs;
  /** Closes once, however often it is called; also after a start that failed midway. */
  close(): Promise<void>;
}

export function openSlices(): Slices {
  const slices: Slice[] = [];
  let jobs: Jobs | null = null;
  let closing: Promise<void> | null = null;

  async function close(): Promise<void> {
    await jobs?.stop();
    // A slice that fails to close does not keep the others open.
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
    if (failures.length > 0) throw new AggregateError(failures, 'not all expired data could be deleted');
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
    startJobs(needs) {
      return (jobs = startJobs(
        // Frequent enough for nodes that are restarted every day.
        [
          ...slices.flatMap((slice) => slice.jobs ?? []),
          { name: 'retention', everySeconds: 3600, run: forget },
        ],
        needs,
      ));
    },
    close: () => (closing ??= close()),
  };
}
