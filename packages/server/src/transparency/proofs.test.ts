import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  decodeKey,
  entryHash,
  fetchRestarts,
  fromBase64,
  isLiabilityProven,
  liabilityLeaf,
  liabilityMemo,
  nameHash,
  toBase64,
  verifyPosting,
  type ExpectedEntry,
  type LiabilityProof,
  type PostingProof,
  type PublishedTotal,
} from '@pid/protocol/books';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseTest } from '../../../../test/support/release-test.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { findIdentityByPid } from '../identity/index.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';
import { restartLog } from './begin-log.ts';
import { listDays } from './liabilities.store.ts';

const script = fileURLToPath(new URL('../../../../examples/verify/verify.py', import.meta.url));
const folder = await mkdtemp(path.join(tmpdir(), 'pid-proof-'));
afterAll(() => rm(folder, { recursive: true }));

const service = await startTestService();
const [budi, citra, other] = [await newPlayer(service), await newPlayer(service), await newPlayer(service)];
let id: string;
let key: string;
let memo: string;
let posting: PostingProof;
let liability: LiabilityProof;
let published: PublishedTotal & { readonly checkpoint: string };
/** The receipt of the sender. */
let shown: ExpectedEntry;

const verdict = (proof: PostingProof, expected: ExpectedEntry = shown) =>
  verifyPosting(proof, expected, decodeKey(key));

/** The proof of an account without a key: it opens nothing. */
const closed = (proof: PostingProof): PostingProof => ({
  ...proof,
  entries: proof.entries.map((entry) =>
    'hash' in entry
      ? entry
      : {
          hash: toBase64(
            entryHash(
              fromBase64(entry.salt),
              nameHash(entry.name),
              BigInt(entry.amount),
              BigInt(entry.balanceAfter),
            ),
          ),
        },
  ),
});

beforeAll(async () => {
  await fund(service.db, (await findIdentityByPid(service.db, budi.pid))!.id, 500_000n, service.clock);
  ({ id } = await budi.client.call('sendMoney', { to: citra.pid, amount: 20_000 }));
  await service.service.runJob('append to the public log');
  await service.service.runJob('publish liabilities');
  ({ key, liabilities: published } = (await service.client().get('/v1/transparency')).body);
  posting = (await budi.client.get(`/v1/fiat/postings/${id}/proof`)).body;
  liability = (await budi.client.get('/v1/fiat/liability-proof')).body;
  shown = { id, name: budi.pid, amount: -20_100, balanceAfter: 479_900 };
  memo = liabilityMemo((await listDays(service.db, 1))[0]!);
});

async function verify(content: object, ...words: string[]): Promise<{ code: number; text: string }> {
  const file = path.join(folder, 'proof.json');
  await writeFile(file, JSON.stringify(content));
  return promisify(execFile)('python3', [script, file, ...words]).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  );
}

test('opens only the entries of the caller, in at most 4 kB', () => {
  const [mine, ...rest] = posting.entries.toSorted((left) => ('hash' in left ? 1 : -1));
  expect(mine).toMatchObject({ name: budi.pid, amount: -20_100, balanceAfter: 479_900 });
  expect(rest.length).toBe(2);
  for (const entry of rest) expect(Object.keys(entry)).toEqual(['hash']);
  // A log of a billion entries, and as many accounts.
  const hash = toBase64(new Uint8Array(32).fill(255));
  const path = Array.from({ length: 30 }, () => hash);
  expect(JSON.stringify({ ...posting, index: 2 ** 30, path }).length).toBeLessThan(4096);
  const step = { side: 'right', hash, sum: Number.MAX_SAFE_INTEGER };
  const large = { ...liability, total: step.sum, path: path.map(() => step) };
  expect(JSON.stringify(large).length).toBeLessThan(4096);
});

test('proves a posting and a balance to the library and to the verifier in Python', async () => {
  expect(verdict(posting)).toBe('proven');
  expect([liability.balance, isLiabilityProven(liability, budi.pid, published)]).toEqual([479_900, true]);
  const saved = {
    key,
    name: budi.pid,
    postings: [posting],
    liability,
    anchor: { checkpoint: published.checkpoint },
  };
  const receipt = ['--id', id, '--name', budi.pid, '--amount', '-20100'];
  expect(await verify(saved, '--key', key, ...receipt, '--memo', memo)).toEqual({
    code: 0,
    text: expect.stringMatching(
      /is entry \d+ of \d+: .* -20100 = 479900\n.* is owed 479900 of \d+ on .*, as anchored/,
    ),
  });
  // Without a balance there is nothing to compare with the memo.
  expect(await verify({ ...saved, liability: null }, '--key', key, '--memo', memo)).toEqual({
    code: 1,
    text: 'NOT PROVEN: the file has no balance to compare with the memo\n',
  });
  // The last word is the hash of the checkpoint.
  const other = { ...saved, anchor: { checkpoint: posting.checkpoint.replace('\n', '\n1') } };
  expect(await verify(other, '--key', key, '--memo', memo)).toMatchObject({
    code: 1,
    text: 'NOT PROVEN: the memo on the chain says otherwise\n',
  });
  const received: PostingProof = (await citra.client.get(`/v1/fiat/postings/${id}/proof`)).body;
  expect(verdict(received, { id, name: citra.pid, amount: 20_000 })).toBe('proven');
});

test('the verifier in Python has less than 150 lines, as its README says', async () => {
  expect((await readFile(script, 'utf8')).trimEnd().split('\n').length).toBeLessThan(150);
});

test('a proof that opens nothing proves no amount', async () => {
  expect(verdict(closed(posting))).toBe('unopened');
  expect(verdict({ ...closed(posting), index: posting.index - 1 })).toBe('wrong');
  expect(await verify(closed(posting), '--key', key)).toEqual({
    code: 1,
    text: 'NOT PROVEN: the proof opens no entry, so it proves no amount\n',
  });
});

test('the valid proof of another posting, name or amount is not what was expected', async () => {
  const { items } = await budi.client.call('getStatement', {});
  const topUp = items.find(({ type }) => type === 'topup')!.id;
  const funded: PostingProof = (await budi.client.get(`/v1/fiat/postings/${topUp}/proof`)).body;
  const deposit = { id: topUp, name: budi.pid, amount: 500_000, balanceAfter: 500_000 };
  expect(verdict(funded, deposit)).toBe('proven');
  expect([verdict(funded), verdict(closed(funded)), verdict(posting, deposit)]).toEqual(
    Array(3).fill('wrong'),
  );
  const received: PostingProof = (await citra.client.get(`/v1/fiat/postings/${id}/proof`)).body;
  expect(verdict(received)).toBe('wrong');
  for (const change of [{ name: citra.pid }, { amount: -20_000 }, { balanceAfter: 479_800 }])
    expect([change, verdict(posting, { ...shown, ...change })]).toEqual([change, 'wrong']);
  const unlike = [
    ['--id', topUp],
    ['--name', citra.pid],
    ['--amount', '-20000'],
  ];
  for (const words of unlike)
    expect([words, (await verify(posting, '--key', key, ...words)).code]).toEqual([words, 1]);
  expect((await verify(liability, '--name', budi.pid, '--amount', '-20100')).code).toBe(1);
});

test('a balance is proven only for the day, the root and the total that are published', () => {
  const isProven = (proof: LiabilityProof, total: PublishedTotal = published) =>
    isLiabilityProven(proof, budi.pid, total);
  expect(isProven(liability)).toBe(true);
  // A tree for one player.
  const leaf = liabilityLeaf(fromBase64(liability.salt), nameHash(budi.pid), BigInt(liability.balance));
  const own = { date: liability.date, root: toBase64(leaf), total: liability.balance };
  const alone: LiabilityProof = { ...liability, ...own, path: [] };
  expect(isProven(alone, own)).toBe(true);
  for (const changed of [alone, { ...liability, date: '2026-01-01' }, { ...liability, total: 1 }])
    expect(isProven(changed)).toBe(false);
  for (const change of [{ date: '2026-01-01' }, { root: toBase64(new Uint8Array(32)) }, { total: 1 }])
    expect([change, isProven(liability, { ...published, ...change })]).toEqual([change, false]);
});

releaseTest('the verifier in Python also refuses with python3 -O', async () => {
  const file = path.join(folder, 'optimized.json');
  const run = async (content: object, ...words: string[]) => {
    await writeFile(file, JSON.stringify(content));
    return promisify(execFile)('python3', ['-O', script, file, '--key', key, ...words]).then(
      () => 0,
      ({ code }: { code: number }) => code,
    );
  };
  expect(await run(posting)).toBe(0);
  expect(await run({ ...posting, path: posting.path.map(() => toBase64(new Uint8Array(32))) })).toBe(1);
  expect(await run({ ...liability, total: liability.total + 1 }, '--name', budi.pid)).toBe(1);
  expect(await run(liability, '--name', budi.pid, '--memo', 'PID:BOOKS')).toBe(1);
});

test('detects every changed part of a proof', async () => {
  const flip = (text: string) =>
    toBase64(Buffer.from(text, 'base64').map((byte, at) => (at === 7 ? byte ^ 1 : byte)));
  const entries = (change: object) =>
    posting.entries.map((entry) => ('hash' in entry ? entry : { ...entry, ...change }));
  const postings: Record<string, PostingProof> = {
    amount: { ...posting, entries: entries({ amount: -20_099 }) },
    balance: { ...posting, entries: entries({ balanceAfter: 479_901 }) },
    name: { ...posting, entries: entries({ name: citra.pid }) },
    other: {
      ...posting,
      entries: posting.entries.map((entry) => ('hash' in entry ? { hash: flip(entry.hash) } : entry)),
    },
    order: { ...posting, entries: posting.entries.toReversed() },
    time: { ...posting, at: new Date(new Date(posting.at).getTime() + 1).toISOString() },
    index: { ...posting, index: posting.index - 1 },
    path: { ...posting, path: posting.path.with(0, flip(posting.path[0]!)) },
    shorter: { ...posting, path: posting.path.slice(1) },
    checkpoint: { ...posting, checkpoint: posting.checkpoint.replace(/\n(\d+)\n/, '\n1$1\n') },
  };
  for (const [name, changed] of Object.entries(postings)) {
    expect([name, verdict(changed)]).toEqual([name, 'wrong']);
    expect([name, (await verify(changed, '--key', key)).code]).toEqual([name, 1]);
  }
  const liabilities: Record<string, LiabilityProof> = {
    balance: { ...liability, balance: liability.balance - 1 },
    salt: { ...liability, salt: flip(liability.salt) },
    total: { ...liability, total: liability.total + 1 },
    sum: { ...liability, path: liability.path.with(0, { ...liability.path[0]!, sum: 1 }) },
    negative: { ...liability, path: liability.path.with(0, { ...liability.path[0]!, sum: -1 }) },
    side: {
      ...liability,
      path: liability.path.map(({ side, ...step }) => ({
        ...step,
        side: side === 'left' ? 'right' : 'left',
      })),
    },
  };
  for (const [name, changed] of Object.entries(liabilities)) {
    expect([name, isLiabilityProven(changed, budi.pid, published)]).toEqual([name, false]);
    expect([name, (await verify(changed, '--name', budi.pid)).code]).toEqual([name, 1]);
  }
  expect(await verify(liability, '--name', budi.pid, '--memo', memo.replace(/ \d+ /, ' 1 '))).toEqual({
    code: 1,
    text: 'NOT PROVEN: the memo on the chain says otherwise\n',
  });
});

test('is for the parties of a posting, and only after it is in the log', async () => {
  expect(await other.client.get(`/v1/fiat/postings/${id}/proof`)).toMatchObject({ status: 404 });
  expect(
    await other.client.get('/v1/fiat/postings/019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b/proof'),
  ).toMatchObject({
    status: 404,
  });
  expect(await other.client.get('/v1/fiat/liability-proof')).toMatchObject({ status: 409 });
  expect(await service.client().get('/v1/fiat/liability-proof')).toMatchObject({ status: 401 });
});

test('gives a tlog-proof to a client that asks for text', async () => {
  const { text, headers } = await budi.client.get(`/v1/fiat/postings/${id}/proof`, {
    accept: 'text/plain, */*;q=0.1',
  });
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const lines = text.split('\n');
  expect([lines[0], lines[2]]).toEqual(['c2sp.org/tlog-proof@v1', `index ${posting.index}`]);
  expect(JSON.parse(Buffer.from(lines[1]!.slice(6), 'base64').toString())).toMatchObject({ id });
  expect(text.slice(text.indexOf('\n\n') + 2)).toBe(posting.checkpoint);
});

// Last, because the log of this service has another name afterwards.
releaseTest('the verifier in Python follows restarts from the key of the first log', async () => {
  const before = (await budi.client.get('/v1/transparency')).body as { checkpoint: string };
  const again = async () => {
    await restartLog({ db: service.db, clock: service.clock }, null);
    await service.service.runJob('append to the public log');
    return (await budi.client.get(`/v1/fiat/postings/${id}/proof`)).body as PostingProof;
  };
  await again();
  const moved = await again();
  const restarts = (
    await fetchRestarts(moved.checkpoint, async (path) => {
      const response = await fetch(`${service.baseUrl}/${path}`);
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
    })
  ).map((restart) => ({ ...restart, path: restart.path.map((hash) => toBase64(hash)) }));
  expect(restarts.map(({ previous }) => previous.split('\n')[0]!.replace(/^[^/]+/, ''))).toEqual([
    '/log/2',
    '/log',
  ]);
  expect(restarts[1]!.previous).toBe(before.checkpoint);
  const saved = { key, name: budi.pid, postings: [moved], restarts };
  expect(await verify(saved, '--key', key)).toMatchObject({
    code: 0,
    text: expect.stringMatching(
      /^\S+\/log\/2 begins with the last checkpoint of \S+\/log, of \d+ entries\n\S+\/log\/3 begins/,
    ),
  });
  const [third, second] = restarts as [(typeof restarts)[0], (typeof restarts)[0]];
  const wrong: Record<string, object> = {
    'no restarts': { ...saved, restarts: [] },
    'only the last restart': { ...saved, restarts: [third] },
    'another beginning': { ...saved, restarts: [third, { ...second, previous: moved.checkpoint }] },
    'an earlier state of the old log': {
      ...saved,
      restarts: [third, { ...second, previous: posting.checkpoint.replace(/\n\d+\n/, '\n1\n') }],
    },
    'a path of another entry': { ...saved, restarts: [third, { ...second, path: second.path.toReversed() }] },
    'the proof of the first log': { ...saved, postings: [posting] },
  };
  for (const [name, file] of Object.entries(wrong))
    expect([name, (await verify(file, '--key', key)).code]).toEqual([name, 1]);
  // The proof from before stays valid under the key of its log.
  expect((await verify({ key, name: budi.pid, postings: [posting] }, '--key', key)).code).toBe(0);
});
