import {
  checkpointBody,
  encodeKey,
  followRestarts,
  leafHash,
  logPath,
  readCheckpoint,
  restartHash,
  rootOf,
  signatureLine,
  signerFrom,
  type NoteKey,
} from '@pid/protocol/books';
import { describe, expect, test } from 'vitest';
import { compareLog, type SeenLog, type SignedState } from './check-books-log.ts';

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

const keyOf = (origin: string, seed: Buffer): NoteKey => ({
  name: origin,
  publicKey: signerFrom(seed).publicKey,
  type: 1,
});

/** A log with these entries, signed by all keys; the first one is the current key. */
function log(entries: readonly Uint8Array[], seeds: readonly Buffer[] = [first], origin = 'pid.example/log') {
  const leaves = entries.map((entry) => leafHash(entry));
  const key = encodeKey(keyOf(origin, seeds[0]!));
  const newKey = seeds.length > 1 ? key : undefined;
  const body = checkpointBody({ origin, size: leaves.length, root: rootOf(leaves), newKey });
  const lines = seeds.map((seed) =>
    signatureLine(keyOf(origin, seed), signerFrom(seed).sign(Buffer.from(body))),
  );
  const state: SignedState = {
    key,
    checkpoint: `${body}\n${lines.join('')}`,
  };
  const tile = new Uint8Array(leaves.flatMap((leaf) => [...leaf]));
  return { state, tile, path: logPath({ origin }) };
}

/** Entries of a log with fewer than 256. */
const entries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => new Uint8Array(32).fill(from + index));

/** `before` are the logs that the service still shows, with the note that it says comes before the current one. */
function compare(
  { state, tile, path }: ReturnType<typeof log>,
  seen: readonly SeenLog[],
  previous?: string,
  ...before: readonly (ReturnType<typeof log> & { readonly previous?: string })[]
) {
  const logs = new Map<string, { readonly tile: Uint8Array; readonly previous?: string | undefined }>([
    [path, { tile, previous }],
    ...before.map((each) => [each.path, each] as const),
  ]);
  return compareLog(state, seen, async (address) => {
    const [, prefix, file] = /^(.*?)(previous|tile\/.*)$/.exec(address)!;
    const found = logs.get(prefix!);
    if (file !== 'previous') return found?.tile ?? null;
    return found?.previous === undefined ? null : new TextEncoder().encode(found.previous);
  });
}

async function seenAfter(given: ReturnType<typeof log>): Promise<readonly SeenLog[]> {
  return (await compare(given, [])).seen;
}

describe('a device compares the log with what it saw before', () => {
  test('accepts and remembers a longer log', async () => {
    const [short, long] = [log(entries(3)), log(entries(5))];
    const { state, seen } = await compare(short, []);
    expect([state, seen]).toEqual(['first', [{ ...short.state, origin: 'pid.example/log', isLinked: true }]]);
    const after = await compare(long, seen);
    expect([after.state, after.seen[0]!.checkpoint]).toEqual(['continued', long.state.checkpoint]);
    expect((await compare(short, after.seen)).state).toBe('broken');
  });

  test('remembers neither a fork nor a state without a signature', async () => {
    const seen = await seenAfter(log(entries(3)));
    expect(await compare(log(entries(5, 1)), seen)).toEqual({ state: 'broken', seen });
    const { state, tile } = log(entries(5));
    const unsigned = {
      path: 'log/',
      state: { ...state, checkpoint: state.checkpoint.replace('\n5\n', '\n6\n') },
      tile,
    };
    expect(await compare(unsigned, seen)).toEqual({ state: 'unsigned', seen });
  });

  test('accepts another key only if the key before has signed too, and the log continues', async () => {
    const seen = await seenAfter(log(entries(3)));
    const rotated = log(entries(5), [second, first]);
    const after = await compare(rotated, seen);
    expect([after.state, after.seen[0]!.key]).toEqual(['continued', rotated.state.key]);
    expect(await compare(log(entries(5), [second]), seen)).toEqual({ state: 'rekeyed', seen });
    expect(await compare(log(entries(5, 1), [second, first]), seen)).toEqual({ state: 'broken', seen });
    expect(await compare(log(entries(5, 1), [second]), seen)).toEqual({ state: 'broken', seen });
  });

  test('accepts another log that begins with the last state that it saw', async () => {
    const old = log(entries(3));
    const seen = await seenAfter(old);
    const previous = old.state.checkpoint;
    const next = log([restartHash(previous), ...entries(2)], [first], 'pid.example/log/2');
    const { state, seen: both } = await compare(next, seen, previous);
    expect([state, both.length, both[1]!.isLinked]).toEqual(['restarted', 2, true]);
    expect((await compare(next, both)).state).toBe('continued');
  });

  test('warns of every other log as long as nothing links it, and forgets nothing', async () => {
    const old = log(entries(3));
    const seen = await seenAfter(old);
    const later = log(entries(4)).state.checkpoint;
    const forged = log(entries(3), [second]).state.checkpoint;
    const begins: [Uint8Array, string | undefined][] = [
      [entries(1)[0]!, old.state.checkpoint],
      [restartHash(old.state.checkpoint), undefined],
      [restartHash(later), later],
      [restartHash(forged), forged],
    ];
    for (const [entry, previous] of begins) {
      const next = log([entry, ...entries(2)], [first], 'pid.example/log/2');
      const one = await compare(next, seen, previous);
      expect([one.state, one.seen[0]]).toEqual(['unlinked', seen[0]]);
      const again = await compare(next, one.seen, previous);
      expect([again.state, again.seen]).toEqual(['unlinked', one.seen]);
      // The other log cannot change either, and the first one is not replaced.
      const fork = log([entry, ...entries(3, 7)], [first], 'pid.example/log/2');
      expect((await compare(fork, again.seen, previous)).state).toBe('broken');
      expect((await compare(log(entries(4, 1)), again.seen)).state).toBe('broken');
    }
  });
});

test('a log that follows from an unlinked one is not linked either', async () => {
  const seen = await seenAfter(log(entries(3)));
  const unlinked = log(entries(2), [first], 'pid.example/log/2');
  const both = (await compare(unlinked, seen)).seen;
  const previous = unlinked.state.checkpoint;
  const next = log([restartHash(previous)], [first], 'pid.example/log/3');
  const { state, seen: all } = await compare(next, both, previous);
  expect([state, all.length]).toEqual(['unlinked', 3]);
});

test('follows restarts from a state that it saw long before the last one', async () => {
  const [early, last] = [log(entries(3)), log(entries(5))];
  const seen = await seenAfter(early);
  const start = last.state.checkpoint;
  const next = log([restartHash(start), ...entries(2)], [first], 'pid.example/log/2');
  expect((await compare(next, seen, start, last)).state).toBe('restarted');
  // Two restarts that this device did not see.
  const third = log([restartHash(next.state.checkpoint)], [first], 'pid.example/log/3');
  const chain = [last, { ...next, previous: start }];
  const both = await compare(third, seen, next.state.checkpoint, ...chain);
  expect(both.state).toBe('restarted');
  // Entries that this device saw are not in the checkpoint with which the new log begins.
  const fork = log(entries(5, 1));
  const forked = fork.state.checkpoint;
  const other = log([restartHash(forked), ...entries(2)], [first], 'pid.example/log/2');
  expect((await compare(other, seen, forked, fork)).state).toBe('unlinked');
  expect((await compare(other, seen, forked, last)).state).toBe('unlinked');
});

test('an ended log cannot come back, and a new one needs the key of the old one', async () => {
  const old = log(entries(3));
  const start = old.state.checkpoint;
  const next = log([restartHash(start), ...entries(2)], [first], 'pid.example/log/2');
  const seen = (await compare(next, await seenAfter(old), start, old)).seen;
  expect(await compare(log(entries(4)), seen)).toEqual({ state: 'broken', seen });
  expect((await compare(old, seen)).state).toBe('broken');
  // A third log that passes over the second one.
  const third = log([restartHash(start), ...entries(2)], [first], 'pid.example/log/3');
  expect((await compare(third, seen, start, old)).state).toBe('unlinked');
  const foreign = log([restartHash(start), ...entries(2)], [second], 'pid.example/log/2');
  expect((await compare(foreign, await seenAfter(old), start, old)).state).toBe('unlinked');
  const rotated = log([restartHash(start), ...entries(2)], [second, first], 'pid.example/log/2');
  expect((await compare(rotated, await seenAfter(old), start, old)).state).toBe('restarted');
});

test('the checkpoint of a memo is found in a log that was begun again and signs with another key', async () => {
  const old = log(entries(3));
  const previous = old.state.checkpoint;
  const next = log([restartHash(previous), ...entries(2)], [second], 'pid.example/log/2');
  const follow = (from: string, isSigned: boolean) =>
    followRestarts(
      readCheckpoint(from),
      next.state.checkpoint,
      isSigned ? signerFrom(second).publicKey : null,
      async (path) =>
        path === 'log/2/previous'
          ? new TextEncoder().encode(previous)
          : path.startsWith('log/2/')
            ? next.tile
            : old.tile,
    );
  expect([await follow(previous, true), await follow(previous, false)]).toEqual([false, true]);
  expect(await follow(log(entries(2)).state.checkpoint, false)).toBe(true);
  expect(await follow(log(entries(3, 1)).state.checkpoint, false)).toBe(false);
});

test('an answer that cannot be read says nothing about the log', async () => {
  const seen = await seenAfter(log(entries(3)));
  const away = () => Promise.reject(new Error('503'));
  await expect(compareLog(log(entries(5)).state, seen, away)).rejects.toThrow('503');
});
