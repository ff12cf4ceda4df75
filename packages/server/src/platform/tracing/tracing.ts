import type { Attributes } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

/** What is told of a request while somebody listens: every statement, RPC and provider below it. */
export interface Tracer {
  /** Runs `work` in a span below the current one; outside of any it only runs it. */
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Every request of this server begins a trace. */
  install(http: FastifyInstance): void;
  /** What joins a line of the log to its trace. */
  logFields(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Of this process. Null, and one look at it all that is paid, unless the environment asks for traces. */
let current: Tracer | null = null;

export function currentTracer(): Tracer | null {
  return current;
}

export function useTracer(tracer: Tracer | null): void {
  current = tracer;
}
