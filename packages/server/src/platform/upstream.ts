import type { Metrics } from './metrics.ts';
import { currentTracer } from './tracing/tracing.ts';

/** Somebody else's service: what it is to us, and where it is, by its host alone, because addresses carry keys. */
export interface Upstream {
  readonly kind: 'payment' | 'sign_in' | 'registrar' | 'chain' | 'price';
  readonly host: string;
}

/** Of this process, however many services it holds: by kind, host and outcome. */
const asked = new Map<string, { labels: Record<'kind' | 'host' | 'outcome', string>; count: number }>();

function count({ kind, host }: Upstream, outcome: 'answered' | 'failed'): void {
  const key = `${kind} ${host} ${outcome}`;
  const entry = asked.get(key) ?? { labels: { kind, host, outcome }, count: 0 };
  entry.count += 1;
  asked.set(key, entry);
}

/** Counts whether an answer came, whatever it says, and shows it in the trace of the request that it is for. */
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
    'Requests to payment and sign-in providers, the registrar and the chain, by whether they were answered',
    ['kind', 'host', 'outcome'],
    (own) => {
      own.reset();
      for (const { labels, count: requests } of asked.values()) own.inc(labels, requests);
    },
  );
}
