import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { startTestService } from '../../../test/test-service.ts';
import { createLogger } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { randomIds } from '../ids.ts';
import { arrivalMillis, createHttpServer } from './http-server.ts';
import { createLeave } from './leave.ts';
import { neverOverloaded } from './overload.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const service = await startTestService({ PID_MAX_CONNECTIONS: '40' });
const { server } = service.service.http;
const port = (server.address() as AddressInfo).port;

interface Ends {
  readonly client: Socket;
  readonly accepted: Socket;
}

/** Both ends of a new connection. */
async function join(): Promise<Ends> {
  const arrival = once(server, 'connection');
  const client = connect(port, 'localhost');
  client.on('error', () => {});
  const [accepted] = (await arrival) as [Socket];
  return { client, accepted };
}

async function send(ends: Ends, bytes: string): Promise<void> {
  const before = ends.accepted.bytesRead;
  ends.client.write(bytes);
  await expect.poll(() => ends.accepted.bytesRead).toBe(before + bytes.length);
}

function bytesHeld(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test('a body in chunks of one byte uses no more memory than one in a single piece', async () => {
  const connections = 20;
  const head = `POST /v1/auth/exchange HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const all: Ends[] = [];
  for (let count = 0; count < connections; count += 1) all.push(await join());
  for (const ends of all) await send(ends, `${head}1\r\n \r\n`);
  const before = bytesHeld();
  for (const ends of all) await send(ends, '1\r\n \r\n'.repeat(10_000));
  const held = (bytesHeld() - before) / connections;
  expect(held).toBeLessThan(2 * 64 * 1024);
  // They are still complete requests.
  const [first] = all;
  const answer = text(first!.client);
  first!.client.write('2\r\n{}\r\n0\r\n\r\n');
  first!.client.end();
  expect(await answer).toContain('"client_id is required"');
  for (const { client } of all) client.destroy();
  await expect.poll(() => all.every(({ accepted }) => accepted.destroyed)).toBe(true);
});

test('beyond the connection limit a request gets 503 and its connection closes; the probes still respond', async () => {
  const all: Ends[] = [];
  for (let count = 0; count < 40; count += 1) all.push(await join());
  const refused = await join();
  const answer = text(refused.client);
  refused.client.write('GET /v1/auth/providers HTTP/1.1\r\nHost: x\r\n\r\n');
  const said = await answer;
  expect(said).toMatch(/^HTTP\/1\.1 503 /);
  expect(said).toContain('{"statusCode":503,"message":"Service Unavailable, try again"}');
  const probe = await join();
  const health = text(probe.client);
  probe.client.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await health).toContain('{"status":"ok"}');
  for (const { client } of all) client.destroy();
  await expect.poll(() => all.every(({ accepted }) => accepted.destroyed)).toBe(true);
  expect((await service.client().get('/v1/auth/providers')).status).toBe(200);
});

test('requests have 20 seconds to arrive and their heads 10, checked every two seconds', () => {
  expect([server.headersTimeout, server.requestTimeout, arrivalMillis.lookEvery]).toEqual([
    10_000, 20_000, 2000,
  ]);
});

const hasty = await createHttpServer({
  baseUrl: new URL('http://localhost:1'),
  authenticator: {
    identifySession: () => null,
    identifyBearer: () => null,
    identifyMachine: () => null,
    admit: () => null,
    admitMachine: async () => null,
  },
  limiter: null,
  trustedProxies: [],
  connectionsMax: 10,
  isRegisteredOrigin: () => false,
  ids: randomIds,
  log: createLogger('silent'),
  metrics: createMetrics(),
  overload: neverOverloaded,
  leave: createLeave(),
  arrival: { head: 200, whole: 400, lookEvery: 20 },
});
hasty.post('/', (request, reply) => reply.send(request.body));
await hasty.listen({ port: 0, host: 'localhost' });
afterAll(() => hasty.close());

test.each([
  ['a head', 'POST / HTTP/1.1\r\nHost: x\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{'],
])('%s that does not end gets 408', async (_name, bytes) => {
  const client = connect((hasty.server.address() as AddressInfo).port, 'localhost');
  const answer = text(client);
  client.write(bytes);
  expect(await answer).toContain('{"statusCode":408,"message":"Request Timeout"}');
});

test('reads a header that a proxy adds, however many headers the caller has sent before it', async () => {
  const ask = async (added: string) => {
    const { client } = await join();
    client.write(
      `GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a:\r\n'.repeat(2500)}${added}\r\n`,
    );
    return (await text(client)).slice(0, 12);
  };
  expect([await ask(''), await ask('X-Forwarded-For: 203.0.113.5\r\n')]).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 404',
  ]);
});
