import { Refusal } from '@pid/contract/client';
import {
  checkpointBody,
  encodeKey,
  followRestarts,
  leafHash,
  liabilityLeaf,
  liabilityMemo,
  logPath,
  nameHash,
  readCheckpoint,
  restartHash,
  rootOf,
  signatureLine,
  signerFrom,
  toBase64,
  type NoteKey,
} from '@pid/protocol/books';
import { describe, expect, test } from 'vitest';
import { checkBooks, checkPublished } from './check-books.ts';
import { compareLog, type SeenLog, type SignedState } from './check-books-log.ts';
import { LOG_KEY, readSeenBooks, TOTAL_KEY, type Device } from './this-device.ts';

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
    // Anybody between the service and the device can add a signature, and name the key of it.
    const { state, ...rest } = log(entries(5));
    const body = state.checkpoint.slice(0, state.checkpoint.indexOf('\n\n') + 1);
    const key = keyOf('pid.example/log', second);
    const line = signatureLine(key, signerFrom(second).sign(Buffer.from(body)));
    const beside = { ...rest, state: { key: encodeKey(key), checkpoint: `${state.checkpoint}${line}` } };
    expect(await compare(beside, seen)).toEqual({ state: 'rekeyed', seen });
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

const dayMillis = 86_400_000;
const salt = new Uint8Array(32);
const today = new Date().toISOString().slice(0, 10);
/** Just after midnight, as the service builds it. */
const treeAt = Date.parse(today) + 5 * 60_000;

/** Books with a tree of one player, and its proof. */
function booksOf(given: ReturnType<typeof log>, balance: number) {
  const root = liabilityLeaf(salt, nameHash('a@pid'), BigInt(balance));
  const tree = { date: today, total: balance, root: toBase64(root) };
  return {
    books: {
      origin: 'pid.example/log',
      ...given.state,
      liabilities: { ...tree, at: new Date(treeAt).toISOString(), count: 1, checkpoint: null },
      anchor: { signature: 'x', slot: 1, memo: liabilityMemo({ ...tree, root, checkpoint: null }) },
      reserves: null,
    },
    proof: { ...tree, balance, salt: toBase64(salt), path: [] },
  };
}

interface Entry {
  readonly createdAt: string;
  readonly balanceAfter: number;
}

/** An entry this long after the tree. */
const entryAt = (millis: number, balanceAfter: number): Entry => ({
  createdAt: new Date(treeAt + millis).toISOString(),
  balanceAfter,
});

/** `statement` is newest first. The days of the statement are those of California. */
function deviceWith({
  given = log(entries(3)),
  balance = 0,
  statement = [],
  isInTree = true,
}: {
  given?: ReturnType<typeof log>;
  balance?: number;
  statement?: readonly Entry[];
  isInTree?: boolean;
}) {
  const { books, proof } = booksOf(given, balance);
  const kept = new Map<string, string>();
  const dayOf = ({ createdAt }: Entry) =>
    new Date(Date.parse(createdAt) - 8 * 3_600_000).toISOString().slice(0, 10);
  const replies: Record<string, (input: { readonly to?: string }) => unknown> = {
    getIdentity: () => ({ pid: 'a@pid' }),
    getTransparency: () => books,
    getStatement: ({ to = '9999' }) => ({
      items: statement.filter((entry) => dayOf(entry) <= to),
      nextCursor: null,
    }),
    getLiabilityProof() {
      const headers = new Headers({ 'pid-error': 'proof_not_ready' });
      if (!isInTree) throw new Refusal({ status: 409, statusText: '', headers }, null);
      return proof;
    },
  };
  const call = async (name: string, input: { readonly to?: string }) => replies[name]!(input);
  const device: Device = {
    api: { call } as unknown as Device['api'],
    storage: { get: (key) => kept.get(key) ?? null, set: (key, value) => void kept.set(key, value) },
    fetch: async () => new Response(Uint8Array.from(given.tile)),
  };
  return { device, kept, books };
}

describe('the published total', () => {
  const hour = 3_600_000;
  const statement = [entryAt(6 * hour, 20), entryAt(60_000, 70), entryAt(-hour, 100), entryAt(-3 * hour, 10)];

  test.each([
    [69, 'less'],
    [70, 'proven'],
  ])(
    'has at least the lowest balance of the minutes around the tree: with %i it is %s',
    async (balance, verdict) => {
      const { device } = deviceWith({ balance, statement });
      expect((await checkBooks(device, 'proof', [])).balance).toMatchObject({ verdict, amount: balance });
    },
  );

  test('is wrong if its moment is on another day', async () => {
    const { device, books } = deviceWith({ balance: 70, statement });
    books.liabilities.at = new Date(treeAt - 6 * hour).toISOString();
    expect((await checkBooks(device, 'proof', [])).balance).toMatchObject({ verdict: 'wrong' });
  });

  test('is not compared with the statement of an account that is as young as the tree', async () => {
    const { device } = deviceWith({ statement: statement.slice(0, 2) });
    expect((await checkBooks(device, 'proof', [])).balance).toMatchObject({ verdict: 'proven' });
  });

  test('lacks no account whose first entry came after it, also where the day ends later', async () => {
    const verdict = async (first: number) => {
      const { device } = deviceWith({ isInTree: false, statement: [entryAt(first, 5)] });
      return (await checkBooks(device, 'proof', [])).balance.verdict;
    };
    expect([await verdict(hour), await verdict(-2 * dayMillis)]).toEqual(['early', 'missing']);
  });
});

describe('what a device remembers', () => {
  test('is what it had seen before the books were fetched: another tab may have seen later ones', async () => {
    const { device, kept, books } = deviceWith({});
    const before = readSeenBooks(device);
    const later = JSON.stringify(await seenAfter(log(entries(5))));
    kept.set(LOG_KEY, later);
    kept.set(TOTAL_KEY, 'PID:BOOKS 2999-01-01');
    const { log: checked, anchor } = await checkPublished(device, books, before);
    expect([checked?.state, anchor?.faults]).toEqual(['first', []]);
    expect([kept.get(LOG_KEY), kept.get(TOTAL_KEY)]).toEqual([later, 'PID:BOOKS 2999-01-01']);
    expect((await checkPublished(device, books, readSeenBooks(device))).log?.state).toBe('broken');
  });

  test('is no total that has just failed', async () => {
    const { device, kept, books } = deviceWith({});
    const wrong = { ...books, anchor: { ...books.anchor, memo: 'PID:BOOKS' } };
    const check = async (shown: typeof books) =>
      (await checkPublished(device, shown, readSeenBooks(device))).anchor?.faults;
    expect([await check(wrong), kept.has(TOTAL_KEY)]).toEqual([['memo'], false]);
    expect([await check(books), kept.get(TOTAL_KEY)]).toEqual([[], books.anchor.memo]);
    const other = deviceWith({ balance: 5 }).books;
    expect([await check(other), kept.get(TOTAL_KEY)]).toEqual([['changed'], books.anchor.memo]);
  });
});
