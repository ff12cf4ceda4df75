import type { Config } from '../settings.ts';
import { lastCallMillisMax } from '../platform/http/index.ts';

/** Messages of the workers to the first process of `pid start --workers`. */
export type WorkerMessage =
  | { readonly type: 'ready' }
  /** This worker received a request for the metrics of all workers. */
  | { readonly type: 'metrics_wanted'; readonly request: number }
  | { readonly type: 'metrics'; readonly round: number; readonly text: string };

export type SupervisorMessage =
  | { readonly type: 'stop' }
  | { readonly type: 'report_metrics'; readonly round: number }
  | { readonly type: 'all_metrics'; readonly request: number; readonly text: string };

/** Requests in flight have 15 seconds after the load balancers have noticed the shutdown. */
export function graceMillis({ drainSeconds }: Pick<Config, 'drainSeconds'>): number {
  return 15_000 + (drainSeconds > 0 ? drainSeconds * 1000 + lastCallMillisMax : 0);
}
