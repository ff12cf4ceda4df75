declare module 'autocannon' {
  interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
    readonly timeouts: number;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly timeout?: number;
    readonly method?: string;
    readonly body?: string;
    readonly requests?: readonly { readonly method: string; readonly body: string }[];
    readonly headers?: Record<string, string>;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
