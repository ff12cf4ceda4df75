/** Options of every request to PID. */
export interface ServiceOptions {
  /** Base URL of PID, for example https://pid.example. */
  readonly baseUrl: string;
  /** Replaces the global `fetch`, for example for a proxy or a test. */
  readonly fetch?: typeof globalThis.fetch;
  /** Timeout of a request, in milliseconds. Default: 10000. */
  readonly timeoutMillis?: number;
}
