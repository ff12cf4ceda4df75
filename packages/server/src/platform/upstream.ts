import type { Metrics } from './metrics.ts';
import { currentTracer } from './tracing/tracing.ts';

/** An external service: its role, and its host only, because addresses may contain keys. */
export interface Upstream {
  readonly kind: 'payment' | 'sign_in' | 'registrar' | 'chain' | 'price';
  readonly host: string;
}

/** Counts of this process, by kind, host and outcome. */
const asked = new Map<string, { labels: Record<'kind' | 'host' | 'outcome', string>; count: number }>();

function count({ kind, host }: Upstream, outcome: 'answered' | 'failed'): void {
  const key = `${kind} ${host} ${outcome}`;
  const entry = asked.get(key) ?? { labels: { kind, host, outcome }, count: 0 };
  entry.count += 1;
  asked.set(key, entry);
}

/**
 * Counts whether a response arrived, whatever its content, and adds a span to the trace of the current
 * request.
 */
export async function askUpstream<T>(upstream: Upstream, name: string, work: () => Promise<T>): Promise<T> {
  const tracer = currentTracer();
  try {
    const answer = await (tracer
      ? tracer.span(name, { 'server.address': upstream.host, 'pid.upstream': upstream.kind }, work)
      : work());
    count(upstream, 'answered');
    return answer;
  } catch (error) {
    count(upstream, 'failed');
    throw error;
  }
}

export function watchUpstreams(metrics: Metrics): void {
  metrics.counter(
    'pid_upstream_requests_total',
    'Requests to payment and sign-in providers, the registrar and the chain, by whether a response arrived',
    ['kind', 'host', 'outcome'],
    (own) => {
      own.reset();
      for (const { labels, count: requests } of asked.values()) own.inc(labels, requests);
    },
  );
}
