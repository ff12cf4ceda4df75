/** Durations of all measurements. `BENCH_QUICK=1` only checks that they work. */
export const quick = process.env['BENCH_QUICK'] === '1';

export const settings = {
  /** Connections of the hot paths; each holds one request at a time. */
  levels: quick ? [1, 32] : [1, 8, 32, 128, 256],
  warmUp: { seconds: quick ? 0.3 : 0.9, passesMax: quick ? 1 : 8 },
  hotPaths: { rounds: quick ? 1 : 15, seconds: 0.3 },
  peers: { rounds: quick ? 1 : 9, seconds: quick ? 0.3 : 0.4 },
  nodes: { rounds: quick ? 1 : 9, seconds: quick ? 0.3 : 0.5 },
  ledger: { rounds: quick ? 1 : 11, seconds: 1 },
  payments: { rounds: quick ? 1 : 11, seconds: quick ? 0.3 : 1 },
  split: { seconds: quick ? 1 : 6 },
  sizing: { seconds: quick ? 1 : 8 },
  eventSeconds: quick ? 2 : 20,
  replayedEvents: quick ? 20_000 : 200_000,
  statementEntries: quick ? 20_000 : 1_000_000,
  growth: { rounds: quick ? 1 : 4, seconds: quick ? 0.3 : 1.2 },
  /** `BENCH_GROWTH=7` adds 10^7 identities, which takes about 15 GB of disk and about twenty minutes. */
  growthExponents: exponentsUpTo(Number(process.env['BENCH_GROWTH'] ?? (quick ? 5 : 6))),
  /**
   * A year of sealed months, with about a hundred entries per player (the handbook's figures give 220), and how
   * many pairs of players send once more.
   */
  audit: {
    players: quick ? 10_000 : 100_000,
    rounds: quick ? 6 : 66,
    newSends: quick ? 333 : 33_334,
    repeats: quick ? 1 : 5,
  },
  relay: { accounts: quick ? 4 : 120, seconds: quick ? 1 : 8, samples: quick ? 3 : 25 },
} as const;

function exponentsUpTo(highest: number): number[] {
  if (!Number.isInteger(highest) || highest < 4 || highest > 8)
    throw new Error('BENCH_GROWTH must be an exponent of ten from 4 to 8');
  return Array.from({ length: highest - 3 }, (_, index) => index + 4);
}
