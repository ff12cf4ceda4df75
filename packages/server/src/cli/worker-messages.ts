import type { Config } from '../platform/config/index.ts';
import { lastCallMillisMax } from '../platform/http/index.ts';

/** What the first process of `pid start --workers` and its workers say to each other. */
export type WorkerMessage =
  | { readonly type: 'ready' }
  /** Somebody asked this worker for the metrics of all. */
  | { readonly type: 'metrics_wanted'; readonly request: number }
  | { readonly type: 'metrics'; readonly round: number; readonly text: string };

export type SupervisorMessage =
  | { readonly type: 'stop' }
  | { readonly type: 'report_metrics'; readonly round: number }
  | { readonly type: 'all_metrics'; readonly request: number; readonly text: string };

/** What is in flight has 15 seconds once the balancers know that we go. */
export function graceMillis({ drainSeconds }: Pick<Config, 'drainSeconds'>): number {
  return 15_000 + (drainSeconds > 0 ? drainSeconds * 1000 + lastCallMillisMax : 0);
}
