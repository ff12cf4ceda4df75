import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tracer } from './tracing.ts';

/** Imported only if traces are enabled. The SDK reads `OTEL_*` itself. */
export function openTracer(version: string): Tracer {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'pid', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = provider.getTracer('pid', version);
  const spans = new WeakMap<FastifyRequest, Span>();

  return {
    span(name, attributes, work) {
      // No spans for background jobs: they repeat constantly and are not useful in a trace.
      if (!trace.getActiveSpan()) return work();
      return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
        try {
          return await work();
        } catch (error) {
          // Only the name of the error: the message of a driver may repeat user input.
          span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    install(http: FastifyInstance) {
      http.addHook('onRequest', (request, _reply, done) => {
        // The caller's trace context becomes a link only: it must decide neither the sampling nor the trace
        // id.
        const theirs = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, request.headers));
        const span = tracer.startSpan(
          `${request.method} ${request.routeOptions.url ?? 'unmatched'}`,
          {
            kind: SpanKind.SERVER,
            root: true,
            attributes: {
              'http.request.method': request.method,
              'http.route': request.routeOptions.url ?? 'unmatched',
              'pid.request_id': request.id,
            },
            ...(theirs && { links: [{ context: theirs }] }),
          },
          ROOT_CONTEXT,
        );
        spans.set(request, span);
        context.with(trace.setSpan(ROOT_CONTEXT, span), done);
      });
      http.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request);
        span?.setAttribute('http.response.status_code', reply.statusCode);
        if (request.errorCode !== null) span?.setAttribute('error.type', request.errorCode);
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
        done();
      });
    },
    logFields() {
      const span = trace.getActiveSpan()?.spanContext();
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
    async close() {
      await provider.shutdown();
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
