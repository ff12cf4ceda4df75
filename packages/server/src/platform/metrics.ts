import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './db/index.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'route' | 'method' | 'status'>;
  counter<Labels extends string>(name: string, help: string, labelNames: readonly Labels[]): Counter<Labels>;
  gauge(name: string, help: string, collect: () => number | Promise<number>): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'pid_' });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'pid_http_request_seconds',
      help: 'Time from the first byte of a request to the last of its answer',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    counter: (name, help, labelNames) => new Counter({ name, help, labelNames: [...labelNames], registers: [registry] }),
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

export function watchPool(metrics: Metrics, db: Database): void {
  metrics.gauge('pid_db_pool_connections', 'Open database connections', () => db.pool.totalCount);
  metrics.gauge('pid_db_pool_idle', 'Idle database connections', () => db.pool.idleCount);
  metrics.gauge('pid_db_pool_waiting', 'Requests that wait for a database connection', () => db.pool.waitingCount);
}
