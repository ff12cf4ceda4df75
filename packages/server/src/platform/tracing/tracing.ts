import type { Attributes } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

/** Traces requests, with every statement, RPC and provider request in them. */
export interface Tracer {
  /** Runs `work` in a span below the current one; without a current span it only runs it. */
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Starts a trace for every request of this server. */
  install(http: FastifyInstance): void;
  /** Log fields that link a line to its trace. */
  logFields(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The tracer of this process. Null, at the cost of one check, unless traces are enabled. */
let current: Tracer | null = null;

export function currentTracer(): Tracer | null {
  return current;
}

export function useTracer(tracer: Tracer | null): void {
  current = tracer;
}
