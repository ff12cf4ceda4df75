import { periodEnd, periodStart, type SpendLimit } from '@pid/protocol/evm';
import type { Remaining } from '@pid/contract';
import type { Usage } from './spending.store.ts';

/** What is spent in the window that counts now: the current one, or a later one that another node's clock has begun. */
export function usageAt(entry: SpendLimit, usage: Usage | undefined, nowSeconds: number): Usage {
  const current = periodStart(entry.period, nowSeconds);
  return usage && usage.windowStart >= current ? usage : { windowStart: current, spent: 0n };
}

export function describeRemaining(
  spend: readonly SpendLimit[],
  usages: ReadonlyMap<number, Usage> | undefined,
  nowSeconds: number,
): Remaining[] {
  return spend.map((entry, i) => {
    const { windowStart, spent } = usageAt(entry, usages?.get(i), nowSeconds);
    return {
      token: entry.token ?? 'native',
      period: entry.period,
      limit: String(entry.limit),
      spent: String(spent),
      remaining: String(entry.limit - spent),
      resetsAt: new Date(periodEnd(entry.period, windowStart) * 1000).toISOString(),
    };
  });
}
