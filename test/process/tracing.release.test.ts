import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { cloneDatabase } from '../../packages/server/test/test-database.ts';
import { spawnPid } from './pid-process.ts';

// The test starts a whole process, which takes long on slow machines.
vi.setConfig({ testTimeout: 180_000 });

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string }[];
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const attribute = (of: Pick<Span, 'attributes'>, key: string) =>
  Object.values(of.attributes.find((entry) => entry.key === key)?.value ?? {})[0];

/** A collector for OTLP over HTTP in JSON. */
async function startCollector() {
  const spans: Span[] = [];
  const services = new Set<unknown>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
        services.add(attribute(resource, 'service.name'));
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { spans, services, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a request is one trace with its statements and upstream requests, linked to the log; the caller cannot choose its trace', async () => {
  const collector = await startCollector();
  const database = await cloneDatabase();
  const pid = await spawnPid({
    PID_DATABASE_URL: serviceUrl(database.connectionString),
    PID_LOG_LEVEL: 'info',
    // No server listens there, but the attempt must appear in the trace.
    PID_SOLANA_RPC_URL: 'http://127.0.0.1:1/key-in-the-path',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'pid-test',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  onTestFinished(async () => {
    pid.child.kill('SIGTERM');
    await pid.ended;
    await database.drop();
  });
  const theirs = '0af7651916cd43dd8448eb211c80319c';
  const ask = (path: string, init: RequestInit & { headers: Record<string, string> }) =>
    fetch(`${pid.baseUrl}${path}`, init);
  await ask('/v1/auth/claim', {
    method: 'POST',
    headers: {
      'x-request-id': 'traced-claim',
      traceparent: `00-${theirs}-b7ad6b7169203331-00`,
      'content-type': 'application/json',
      cookie: 'pid_claim=nobodys',
    },
    body: '{"handle":"traced"}',
  });
  const rootOf = (id: string) => collector.spans.find((span) => attribute(span, 'pid.request_id') === id);
  const below = (id: string) => {
    const root = rootOf(id);
    return root ? collector.spans.filter((span) => span.traceId === root.traceId && span !== root) : [];
  };
  await expect.poll(() => below('traced-claim').length).toBeGreaterThan(0);
  const claim = rootOf('traced-claim')!;
  expect([claim.name, attribute(claim, 'http.response.status_code'), claim.links?.[0]?.traceId]).toEqual([
    'POST /v1/auth/claim',
    400,
    theirs,
  ]);
  expect(claim.traceId).not.toBe(theirs);
  const statements = below('traced-claim').filter(
    (span) => attribute(span, 'db.system.name') === 'postgresql',
  );
  expect(statements.length).toBeGreaterThan(0);
  expect(JSON.stringify(statements)).not.toContain('nobodys');

  // After a failure the service backs off from the endpoint and sends no request, so repeat until one was
  // sent.
  const askedOfChain = () => collector.spans.filter((span) => attribute(span, 'pid.upstream') === 'chain');
  await expect
    .poll(
      async () => {
        await ask('/v1/chain', { headers: {} });
        return askedOfChain().length;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  expect(askedOfChain()[0]!.parentSpanId).toBeDefined();
  expect(JSON.stringify(collector.spans)).not.toContain('key-in-the-path');
  expect([...collector.services]).toEqual(['pid-test']);

  const line = pid
    .output()
    .split('\n')
    .find((text) => text.includes('"requestId":"traced-claim"'));
  expect(JSON.parse(line!)).toMatchObject({ trace_id: claim.traceId });
});
