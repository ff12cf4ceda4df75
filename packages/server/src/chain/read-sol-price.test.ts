import { expect, test } from 'vitest';
import { createLogger } from '../platform/log.ts';
import { openSolPrice } from './read-sol-price.ts';

function sourceOf(answer: () => Promise<Response>) {
  let millis = 1_800_000_000_000;
  let asked = 0;
  let warnings = 0;
  const log = Object.assign(createLogger('silent'), { warn: () => (warnings += 1) });
  const read = openSolPrice({
    url: new URL('https://price.example/sol'),
    field: 'solana.idr',
    clock: {
      now: () => new Date(millis),
      nowMillis: () => millis,
      nowSeconds: () => Math.floor(millis / 1000),
    },
    log,
    fetch: async () => {
      asked += 1;
      return answer();
    },
  });
  return {
    read,
    pass: (seconds: number) => (millis += seconds * 1000),
    asked: () => asked,
    warnings: () => warnings,
  };
}

test('returns without waiting, shows the price from the next read on, and requests it once a minute', async () => {
  const source = sourceOf(async () => Response.json({ solana: { idr: 2_450_000.5 } }));
  expect(source.read()).toBeNull();
  await expect.poll(() => source.read()?.idr).toBe(2_450_000.5);
  for (let look = 0; look < 5; look += 1) source.read();
  expect(source.asked()).toBe(1);
  source.pass(61);
  source.read();
  expect(source.asked()).toBe(2);
});

test('hides a price older than 15 minutes', async () => {
  let isGone = false;
  const source = sourceOf(async () =>
    isGone ? Response.error() : Response.json({ solana: { idr: '2450000' } }),
  );
  source.read();
  await expect.poll(() => source.read()?.idr).toBe(2_450_000);
  isGone = true;
  source.pass(899);
  expect(source.read()?.idr).toBe(2_450_000);
  source.pass(2);
  expect(source.read()).toBeNull();
});

test.each([
  ['another shape', () => Response.json({ solana: 5 })],
  ['no number', () => Response.json({ solana: { idr: 'much' } })],
  ['nothing', () => Response.json({ solana: { idr: 0 } })],
  ['beyond all reason', () => Response.json({ solana: { idr: 1e13 } })],
  ['no JSON', () => new Response('<html>')],
  ['more than anybody needs', () => new Response(`{"solana":{"idr":1},"x":"${'x'.repeat(70_000)}"}`)],
  ['a refusal', () => Response.json({ solana: { idr: 5 } }, { status: 500 })],
])('ignores a source that returns %s', async (_what, answer) => {
  const source = sourceOf(async () => answer());
  source.read();
  await expect.poll(source.warnings, { interval: 1 }).toBe(1);
  expect(source.read()).toBeNull();
});

test('reads a response of the maximum size', async () => {
  const [start, end] = ['{"solana":{"idr":7},"x":"', '"}'];
  const answer = start + 'x'.repeat(65_536 - start.length - end.length) + end;
  const source = sourceOf(async () => new Response(answer));
  source.read();
  await expect.poll(() => source.read()?.idr, { interval: 1 }).toBe(7);
});

test('has no price without a source', () => {
  const read = openSolPrice({
    url: null,
    field: 'solana.idr',
    clock: { now: () => new Date(0), nowMillis: () => 0, nowSeconds: () => 0 },
    log: createLogger('silent'),
  });
  expect(read()).toBeNull();
});
