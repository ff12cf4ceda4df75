import { periodEnd, periodStart, type SpendLimit } from '@pid/protocol/evm';
import type { Remaining } from '@pid/contract';
import type { Usage } from './spending.store.ts';

/**
 * The amount spent in the current window, or in a later window that another node's clock has already started.
 */
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
