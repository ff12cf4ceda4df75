import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { Job } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { pools, type Pool } from './operation.ts';
import { utcDay, type RelayLimits } from './relay-deps.ts';
import { spentByPool } from './spending.store.ts';

interface PoolDeps {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: RelayLimits;
}

/**
 * Exports the used share of each pool's daily allowance as a metric; the job logs an error once a day when it
 * reaches half.
 */
export function watchAllowances(deps: PoolDeps & { readonly metrics: Metrics }): Job {
  deps.metrics.gauge(
    'pid_relay_sponsored_lamports',
    'Lamports that the relayer has spent or may still lose today, in all pools',
    async () =>
      [...(await spentByPool(deps.db, utcDay(deps.clock.now()))).values()].reduce(
        (sum, lamports) => sum + Number(lamports),
        0,
      ),
  );
  deps.metrics.gauge(
    'pid_relay_sponsorship_left_lamports',
    'Lamports left today for sponsored activations (PID_SPONSOR_ACTIVATION); NaN if sponsorship is off',
    async () => {
      const { globalLamports: budget } = deps.limits.caps.sponsorship;
      const used = (await spentByPool(deps.db, utcDay(deps.clock.now()))).get('sponsorship') ?? 0n;
      return budget === 0n ? Number.NaN : Math.max(0, Number(budget - used));
    },
  );
  for (const pool of pools)
    deps.metrics.gauge(
      `pid_relay_pool_${pool}_used_ratio`,
      `Used share of the daily allowance of the pool "${pool}"; alert above 0.5`,
      async () => (await sharesUsed(deps)).get(pool) ?? 0,
    );
  const told = new Map<Pool, string>();
  return {
    name: 'relay pools',
    everySeconds: 30,
    async run() {
      const day = utcDay(deps.clock.now());
      for (const [pool, share] of await sharesUsed(deps)) {
        // A sponsorship budget is meant to be used up.
        if (pool === 'sponsorship' || share < 0.5 || told.get(pool) === day) continue;
        told.set(pool, day);
        deps.log.error({ pool, share }, 'half of the daily allowance of a relayer pool is used');
      }
    },
  };
}

async function sharesUsed({ db, clock, limits }: PoolDeps): Promise<Map<Pool, number>> {
  const used = await spentByPool(db, utcDay(clock.now()));
  return new Map(
    pools.map((pool) => {
      const { globalLamports } = limits.caps[pool];
      return [pool, globalLamports === 0n ? 0 : Number(used.get(pool) ?? 0n) / Number(globalLamports)];
    }),
  );
}
