import { createSolanaRpcFromTransport } from '@solana/kit';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createLogger } from '../../log.ts';
import {
  ChainUnavailableError,
  failoverTransport,
  GenesisMismatchError,
  type FailoverOptions,
} from './failover-transport.ts';
import { httpEndpoints } from './http-endpoints.ts';

const ourGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const otherGenesis = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkrZBiG';

interface FakeNode {
  readonly url: URL;
  readonly asked: string[];
  genesis: string;
  /** Replaces the response to a method; returns true if it did. */
  fault: ((method: string, response: ServerResponse) => boolean) | null;
}

/** A fake node over real HTTP that returns its genesis hash and its slot. */
async function node(slot: number, genesis = ourGenesis): Promise<FakeNode> {
  const state: Omit<FakeNode, 'url'> = { asked: [], genesis, fault: null };
  const server: Server = createServer((request: IncomingMessage, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { method, id } = JSON.parse(text) as { method: string; id: string };
      state.asked.push(method);
      if (fake.fault?.(method, response)) return;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id, result: method === 'getGenesisHash' ? fake.genesis : slot }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const fake: FakeNode = Object.assign(state, {
    url: new URL(`http://127.0.0.1:${(server.address() as { port: number }).port}`),
  });
  return fake;
}

function slotOf(urls: readonly URL[], options: Partial<FailoverOptions> = {}): () => Promise<bigint> {
  const rpc = createSolanaRpcFromTransport(
    failoverTransport({
      endpoints: httpEndpoints(urls),
      clock: systemClock,
      log: createLogger('silent'),
      expectedGenesisHash: async () => ourGenesis,
      timeoutMillis: 10_000,
      ...options,
    }),
  );
  return () => rpc.getSlot().send();
}

const refuse =
  (status: number, headers: Record<string, string> = {}) =>
  (method: string, response: ServerResponse) => {
    if (method === 'getGenesisHash') return false;
    response.writeHead(status, headers).end();
    return true;
  };

test('uses the first endpoint while it works and requests its genesis hash once', async () => {
  const [first, second] = [await node(1), await node(2)];
  const slot = slotOf([first.url, second.url]);
  expect([await slot(), await slot(), await slot()]).toEqual([1n, 1n, 1n]);
  expect(first.asked).toEqual(['getGenesisHash', 'getSlot', 'getSlot', 'getSlot']);
  expect(second.asked).toEqual([]);
});

test.each([
  ['answers 429', refuse(429, { 'retry-after': '30' })],
  ['answers 503', refuse(503)],
  ['answers 401', refuse(401)],
  ['never answers', () => true],
  ['hangs up', (_method: string, response: ServerResponse) => Boolean(response.destroy())],
  [
    'says that it is behind',
    (_method: string, response: ServerResponse) =>
      Boolean(
        response.end(
          JSON.stringify({
            jsonrpc: '2.0',
            id: '1',
            error: { code: -32_005, message: 'Node is behind by 42 slots', data: { numSlotsBehind: 42 } },
          }),
        ),
      ),
  ],
])('when the first endpoint %s, the second takes over', async (what, fault) => {
  const [first, second] = [await node(1), await node(2)];
  first.fault = fault;
  expect(
    await slotOf([first.url, second.url], { timeoutMillis: what === 'never answers' ? 1000 : 10_000 })(),
  ).toBe(2n);
});

test('skips an endpoint that cannot be reached', async () => {
  const second = await node(2);
  const slot = slotOf([new URL('http://127.0.0.1:1'), second.url]);
  expect(await slot()).toBe(2n);
});

test('requests only the genesis hash from an endpoint of another chain', async () => {
  const [foreign, ours] = [await node(1, otherGenesis), await node(2)];
  const slot = slotOf([foreign.url, ours.url]);
  expect([await slot(), await slot()]).toEqual([2n, 2n]);
  expect(new Set(foreign.asked)).toEqual(new Set(['getGenesisHash']));
  await expect(slotOf([foreign.url])()).rejects.toThrow(GenesisMismatchError);
  await expect(slotOf([foreign.url])()).rejects.toThrow('correct PID_SOLANA_RPC_URL');
});

test('verifies the genesis hash again after a failure: the address may now lead to another chain', async () => {
  const first = await node(1);
  const slot = slotOf([first.url]);
  expect(await slot()).toBe(1n);
  first.genesis = otherGenesis;
  first.fault = refuse(502);
  await expect(slot()).rejects.toThrow(GenesisMismatchError);
  first.fault = null;
  await expect(slot()).rejects.toThrow(GenesisMismatchError);
});

test('ends a request after a bounded number of attempts when no endpoint responds', async () => {
  const first = await node(1);
  first.fault = (_method, response) => Boolean(response.destroy());
  const failures: string[] = [];
  await expect(
    slotOf([first.url], { attemptsMax: 3, onFailure: (endpoint) => failures.push(endpoint) })(),
  ).rejects.toThrow(ChainUnavailableError);
  expect(failures).toEqual(Array(3).fill(`1:${first.url.host}`));
});

test('ends a request after its patience; while all endpoints back off, fails immediately with the reason and sends nothing', async () => {
  const first = await node(1);
  first.fault = () => true;
  // The clock stands still, so the failed endpoint keeps backing off.
  const now = systemClock.nowMillis();
  const clock = { ...systemClock, nowMillis: () => now };
  const slot = slotOf([first.url], { patienceMillis: 30, timeoutMillis: 100_000, clock });
  await expect(slot()).rejects.toThrow(ChainUnavailableError);
  const asked = first.asked.length;
  await expect(slot()).rejects.toThrow(
    `the chain cannot be reached (1:${first.url.host}: The operation was aborted due to timeout)`,
  );
  expect(first.asked).toHaveLength(asked);
});

test('reports why a node cannot be reached', async () => {
  const slot = slotOf([new URL('http://127.0.0.1:2')], { attemptsMax: 1 });
  await expect(slot()).rejects.toThrow('(1:127.0.0.1:2: fetch failed: ECONNREFUSED)');
});

test('a clock that was set back does not prolong a back-off', async () => {
  const first = await node(1);
  first.fault = refuse(503);
  let back = 0;
  const clock = { ...systemClock, nowMillis: () => systemClock.nowMillis() - back };
  const slot = slotOf([first.url], { patienceMillis: 4_900, attemptsMax: 1, clock });
  await expect(slot()).rejects.toThrow(/HTTP error \(503\)/);
  first.fault = null;
  back = 3_600_000;
  expect(await slot()).toBe(1n);
});

test('stops when the caller aborts', async () => {
  const first = await node(1);
  first.fault = () => true;
  const rpc = createSolanaRpcFromTransport(
    failoverTransport({
      endpoints: httpEndpoints([first.url]),
      clock: systemClock,
      log: createLogger('silent'),
      expectedGenesisHash: async () => ourGenesis,
    }),
  );
  await expect(rpc.getSlot().send({ abortSignal: AbortSignal.timeout(50) })).rejects.toThrow(
    /abort|timeout/i,
  );
});

test('sends credentials in an address as a header; the name in logs shows neither them nor the path', async () => {
  const [endpoint] = httpEndpoints([new URL('https://user:secret@rpc.example/key-in-path?api-key=abc')]);
  expect(endpoint?.name).toBe('1:rpc.example');
});
