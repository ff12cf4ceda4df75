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

export const graceMillis = 15_000;
