export interface ServiceOptions {
  /** Where PID runs, such as https://pid.example. */
  readonly baseUrl: string;
  /** Another `fetch`, for a proxy or a test. */
  readonly fetch?: typeof globalThis.fetch;
  /** How long to wait for an answer. */
  readonly timeoutMillis?: number;
}
