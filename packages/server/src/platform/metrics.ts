import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Database } from './db/index.ts';
import { createRequestTimes, type RequestTimes } from './request-times.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly requestTimes: RequestTimes;
  /** All metrics in the Prometheus text format. */
  render(): Promise<string>;
  counter<Labels extends string>(
    name: string,
    help: string,
    labelNames: readonly Labels[],
    /** For values that are counted elsewhere: called before each scrape. */
    collect?: (own: Counter<Labels>) => void,
  ): Counter<Labels>;
  gauge(name: string, help: string, collect: () => number | Promise<number>): void;
  /** A gauge that is read before all others, so that their queries do not count in it. */
  firstGauge(name: string, help: string, read: () => number): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const requestTimes = createRequestTimes();
  collectDefaultMetrics({ register: registry, prefix: 'pid_' });
  const readFirst: (() => void)[] = [];
  return {
    registry,
    requestTimes,
    async render() {
      for (const read of readFirst) read();
      return `${await registry.metrics()}${requestTimes.render()}`;
    },
    counter: (name, help, labelNames, collect) =>
      new Counter({
        name,
        help,
        labelNames: [...labelNames],
        registers: [registry],
        ...(collect && {
          collect() {
            collect(this);
          },
        }),
      }),
    firstGauge(name, help, read) {
      const gauge = new Gauge({ name, help, registers: [registry] });
      readFirst.push(() => gauge.set(read()));
    },
    gauge(name, help, collect) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await collect());
        },
      });
    },
  };
}

export function watchDatabasePool(metrics: Metrics, db: Database): void {
  metrics.firstGauge('pid_db_pool_connections', 'Open database connections', () => db.pool.totalCount);
  metrics.firstGauge('pid_db_pool_idle', 'Idle database connections', () => db.pool.idleCount);
  metrics.firstGauge(
    'pid_db_pool_waiting',
    'Requests waiting for a database connection',
    () => db.pool.waitingCount,
  );
}
