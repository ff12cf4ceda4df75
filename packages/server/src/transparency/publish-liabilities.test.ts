import { isLiabilityProven, liabilityLeaf, sumNode, type SumNode } from '@pid/protocol/books';
import { expect, test } from 'vitest';
import { testSealer } from '../../test/test-sealing.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { fileDatabase, ledgerOn } from '../ledger/testing/ledger-fixture.ts';
import { manualClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { anchorLiabilities, memoOf } from './anchor-liabilities.ts';
import { buildSumTree, nodeBytes, readNode, sortLeaves, writeNode } from './build-sum-tree.ts';
import { getLiabilityProof } from './get-proofs.ts';
import { getTransparencyHistory } from './get-transparency.ts';
import { insertReserves, listDays } from './liabilities.store.ts';
import { publishLiabilities } from './publish-liabilities.ts';

async function world() {
  const db = await fileDatabase();
  const clock = manualClock(new Date('2026-11-18T00:01:00Z'));
  return {
    db,
    clock,
    ledger: ledgerOn(db, { clock }),
    deps: { db, clock, ids: randomIds, sealer: testSealer },
  };
}

test('owes the balances of all players, held money included, once a day', async () => {
  const { db, clock, ledger, deps } = await world();
  const players = [await ledger.player(700n), await ledger.player(300n), await ledger.player(0n)];
  const days = await Promise.all([publishLiabilities(deps), publishLiabilities(deps)]);
  expect(days.filter((day) => day !== null).length).toBe(1);
  const [day] = await listDays(db, 2);
  // Three players and suspense.
  expect([day!.date, day!.total, day!.count]).toEqual(['2026-11-18', 1000n, 4]);
  for (const [index, player] of players.entries()) {
    const proof = await getLiabilityProof(deps, {
      kind: 'identity',
      id: player.identityId,
      name: player.pid,
    });
    const numbers = {
      ...proof,
      balance: Number(proof.balance),
      total: Number(proof.total),
      path: proof.path.map((step) => ({ ...step, sum: Number(step.sum) })),
    };
    expect([numbers.balance, isLiabilityProven(numbers, player.pid)]).toEqual([[700, 300, 0][index], true]);
    expect(isLiabilityProven(numbers, 'somebody@pid')).toBe(false);
  }
  await ledger.player(50n);
  expect(await publishLiabilities(deps)).toBeNull();
  clock.advanceSeconds(86_400);
  expect((await publishLiabilities(deps))!.total).toBe(1050n);
  clock.advanceSeconds(3 * 86_400);
  await publishLiabilities(deps);
  const { rows } = await db.query<{ date: string }>('select distinct date::text from liability_tiles');
  expect(rows).toEqual([{ date: '2026-11-22' }]);
});

test('the history has the reserves of each day', async () => {
  const { db, clock, deps } = await world();
  await publishLiabilities(deps);
  clock.advanceSeconds(86_400);
  await insertReserves(db, { amount: 9000n, source: 'statement', at: clock.now(), by: 'cli' });
  clock.advanceSeconds(86_400);
  await publishLiabilities(deps);
  expect((await getTransparencyHistory(deps)).items.map(({ date, reserves }) => [date, reserves])).toEqual([
    ['2026-11-18', null],
    ['2026-11-20', 9000n],
  ]);
});

test('sorts leaves by hash, fills up to a power of two, and passes every node to the tiles', async () => {
  const count = 3000;
  const bytes = Buffer.alloc(count * nodeBytes);
  for (let leaf = 0; leaf < count; leaf += 1)
    writeNode(
      { hash: liabilityLeaf(randomIds.bytes(32), randomIds.bytes(32), BigInt(leaf)), sum: BigInt(leaf) },
      bytes,
      leaf * nodeBytes,
    );
  const order = await sortLeaves({ bytes, count });
  const hashes = [...order].map((leaf) => bytes.toString('hex', leaf * nodeBytes, leaf * nodeBytes + 32));
  expect(hashes).toEqual(hashes.toSorted());
  const leaves: Buffer[] = [];
  const root = await buildSumTree({ bytes, count }, order, {
    zeroLeaf: () => liabilityLeaf(randomIds.bytes(32), randomIds.bytes(32), 0n),
    async writeTile(level, _index, nodes) {
      if (level === 0) leaves.push(nodes);
    },
  });
  const all = Buffer.concat(leaves);
  const nodes = Array.from({ length: all.length / nodeBytes }, (_, index) =>
    readNode(all, index * nodeBytes),
  );
  expect([nodes.length, root.sum]).toEqual([4096, BigInt((count * (count - 1)) / 2)]);
  let row: SumNode[] = nodes;
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, at) => sumNode(row[2 * at]!, row[2 * at + 1]!));
  expect(Buffer.from(row[0]!.hash).equals(root.hash)).toBe(true);
});

test('anchors root, total and checkpoint once, also after a failure', async () => {
  const { db, clock, deps } = await world();
  await publishLiabilities(deps);
  const memos: string[] = [];
  const anchor = async (memo: string) => {
    memos.push(memo);
    return { signature: 'landed', slot: 7n };
  };
  await expect(anchorLiabilities(deps, () => Promise.reject(new Error('no chain')))).rejects.toThrow(
    'no chain',
  );
  await anchorLiabilities(deps, anchor);
  expect(memos).toEqual([]);
  clock.advanceSeconds(301);
  await Promise.all([anchorLiabilities(deps, anchor), anchorLiabilities(deps, anchor)]);
  await anchorLiabilities(deps, anchor);
  const [day] = await listDays(db, 1);
  expect(memos).toEqual([memoOf(day!)]);
  expect([day!.signature, day!.slot]).toEqual(['landed', 7n]);
});

test('the relayer writes the memo into the chain', async () => {
  const service = await startTestService();
  await newPlayer(service);
  await service.service.runJob('publish liabilities');
  const { body } = await service.client().get('/v1/transparency');
  expect(body).toMatchObject({
    origin: expect.stringMatching(/\/log$/),
    liabilities: { total: 0, count: expect.any(Number) },
    anchor: { signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/), slot: expect.any(Number) },
    reserves: null,
  });
});
