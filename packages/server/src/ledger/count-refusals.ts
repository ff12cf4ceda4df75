import { paths } from '@pid/contract';
import type { RequestWatch } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { addRefusals, type Refusals } from './reports.store.ts';

/** Reasons of each report. A charge that the rules of parents forbid has the reason `family`. */
export const refusalReasons = {
  family: ['age_needed', 'parent_needed', 'parent_forbids', 'parent_approval_needed', 'family'],
  full: ['receiver_full', 'balance_full', 'incoming_full'],
} as const;

const counted: ReadonlySet<string> = new Set(Object.values(refusalReasons).flat());
const operationIds: ReadonlyMap<string, string> = new Map(
  Object.entries(paths).map(([operationId, path]) => [path, operationId]),
);

export interface RefusalCounter {
  readonly watch: RequestWatch;
  /** Writes what was counted since the last time. */
  flush(): Promise<void>;
}

/**
 * Counts refusals in memory when their response is sent, so that a refused request costs no statement. A crash loses
 * those of the last seconds. The app does not learn why a charge was refused; `payment_charge_all` counts that itself.
 */
export function countRefusals(deps: Needs<'db' | 'clock'> & { readonly timeZone: string }): RefusalCounter {
  let waiting = new Map<string, Refusals>();
  let flushing: Promise<void> = Promise.resolve();

  function add({ operation, reason, count }: Refusals): void {
    const key = `${operation} ${reason}`;
    waiting.set(key, { operation, reason, count: (waiting.get(key)?.count ?? 0) + count });
  }

  async function write(): Promise<void> {
    if (waiting.size === 0) return;
    const written = waiting;
    waiting = new Map();
    try {
      await addRefusals(deps.db, [...written.values()], { now: deps.clock.now(), timeZone: deps.timeZone });
    } catch (error) {
      for (const refusals of written.values()) add(refusals);
      throw error;
    }
  }

  return {
    watch: {
      looksAt: () => false,
      see(request) {
        const reason = request.errorCode;
        if (reason === null || !counted.has(reason)) return;
        const route = request.routeUrl ?? request.routeOptions.url ?? '';
        const operation = operationIds.get(`${request.method} ${route.replaceAll(/:(\w+)/g, '{$1}')}`);
        if (operation !== undefined) add({ operation, reason, count: 1 });
      },
    },
    flush() {
      flushing = flushing.catch(() => {}).then(write);
      return flushing;
    },
  };
}
