import { decodeBase58 } from '@pid/protocol';
import {
  isLiabilityProven,
  liabilityLeaf,
  liabilityMemo,
  sumNode,
  toBase64,
  type SumNode,
} from '@pid/protocol/books';
import type { Signature } from '@solana/kit';
import { expect, test } from 'vitest';
import { chainOf } from '../../test/account-helper.ts';
import { testSealer } from '../../test/test-sealing.ts';
import { asSuperuser } from '../../test/test-database.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { fileDatabase, ledgerOn } from '../ledger/testing/ledger-fixture.ts';
import { openShop, richPlayer } from '../payments/testing/payment-fixture.ts';
import {
  administrators,
  settlingApps,
  signInAdministrators,
} from '../settlements/testing/settlement-fixture.ts';
import { manualClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { auditTree } from './audit-tree.ts';
import { buildSumTree, nodeBytes, readNode, sortLeaves, writeNode } from './build-sum-tree.ts';
import { getLiabilityProof } from './get-proofs.ts';
import { getTransparencyHistory } from './get-transparency.ts';
import { databaseTime, insertReserves, listDays, treeAgeSeconds, tryBuild } from './liabilities.store.ts';
import { anchorLiabilities, publishLiabilities } from './publish-liabilities.ts';
import { logOn } from './testing/log-fixture.ts';

async function world() {
  const db = await fileDatabase();
  const clock = manualClock(new Date('2026-11-18T00:01:00Z'));
  return {
    db,
    clock,
    ledger: ledgerOn(db, { clock }),
    deps: { db, clock, time: async () => clock.now(), ids: randomIds, sealer: testSealer },
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
    const published = { date: day!.date, root: toBase64(day!.root), total: 1000 };
    const isProven = (name: string) => isLiabilityProven(numbers, name, published);
    expect([numbers.balance, isProven(player.pid)]).toEqual([[700, 300, 0][index], true]);
    expect(isProven('somebody@pid')).toBe(false);
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

test('owes held money and open settlements, and the audit agrees until the ledger, the tree or its memo is changed', async () => {
  const service = await startTestService({
    PID_CHAIN: 'off',
    PID_ADMINS: administrators,
    PID_SETTLEMENTS: 'manual',
    PID_SETTLEMENT_FEE: '2500',
  });
  const [app] = await settlingApps(service, await signInAdministrators(service), [500_000]);
  expect((await app!.request(497_500)).status).toBe(201);
  const shop = await openShop(service);
  const [payer, leaver] = [await richPlayer(service, 300_000n), await richPlayer(service, 10_100n)];
  const { body: payment } = await shop.create({ amount: 200_000, capture: 'manual' });
  expect((await payer.confirm(payment.id, 200_200)).status).toBe(200);
  const { body: last } = await shop.create({ amount: 10_000, capture: 'manual' });
  expect((await leaver.confirm(last.id, 10_100)).status).toBe(200);
  const owner = asSuperuser(service);
  await owner.query("set session_replication_role = 'replica'");
  // Closed accounts whose money is held, or being transferred.
  const closed = await owner.query(
    'update ledger_accounts set closed_at = now() where (identity_id = $1 or client_id = $2) and balance = 0',
    [leaver.identityId, app!.clientId],
  );
  expect(closed.rowCount).toBe(2);
  expect(await payer.balance()).toMatchObject({ balance: 99_800, held: 200_200 });
  await service.service.runJob('publish liabilities');
  expect((await payer.client.get('/v1/fiat/liability-proof')).body.balance).toBe(300_000);
  expect(await auditTree(service.db)).toEqual([]);
  // The amounts change after the snapshot, and new accounts come.
  await shop.ask('POST', `/payments/${payment.id}/capture`);
  await richPlayer(service, 1000n);
  expect(await auditTree(service.db)).toEqual([]);

  const { rows } = await owner.query<{ id: bigint; date: string }>(
    'select a.id, date::text from ledger_accounts a, liability_days where a.identity_id = $1',
    [payer.identityId],
  );
  const { id, date } = rows[0]!;
  const amount = (rupiah: number) => rupiah.toString(16).padStart(16, '0');
  const lower = async (from: number, to: number) =>
    owner.query(
      `update liability_accounts set leaves = decode(replace(encode(leaves, 'hex'), $1, $2), 'hex')`,
      [amount(from), amount(to)],
    );
  // Only the held part.
  await lower(300_000, 150_000);
  const sum = `the amounts in the daily tree of ${date} are not its total`;
  expect(await auditTree(service.db)).toEqual([sum]);
  await owner.query('update liability_days set total = total - 150000');
  expect(await auditTree(service.db)).toEqual([`the total of ${date} is not what the ledger owes`]);
  await lower(150_000, 99_799);
  expect(await auditTree(service.db)).toContain(`account ${id} differs from the daily tree of ${date}`);
  await lower(99_799, 300_000);
  await owner.query('update liability_days set total = total + 150000');
  expect(await auditTree(service.db)).toEqual([]);
  // An earlier entry of the same account, with which a lower amount would agree.
  await owner.query(
    "update ledger_postings set created_at = created_at - interval '1 hour' where id in (select posting_id from ledger_entries where account_id = $1)",
    [id],
  );
  const setVersion = (to: number) =>
    owner.query(
      `update liability_accounts set versions = overlay(versions placing decode($1, 'hex') from position(decode($2, 'hex') in leaves) / 20 * 8 + 1)
       where position(decode($2, 'hex') in leaves) > 0`,
      [amount(to), id.toString(16).padStart(16, '0')],
    );
  await setVersion(1);
  expect(await auditTree(service.db)).toContain(`account ${id} differs from the daily tree of ${date}`);
  await setVersion(2);
  expect(await auditTree(service.db)).toEqual([]);
  await owner.query("update liability_days set anchor_memo = 'PID:BOOKS'");
  expect(await auditTree(service.db)).toEqual([
    `the memo of ${date} on the chain is that of another daily tree`,
  ]);
  await owner.query('update liability_days set anchor_memo = null');
  await owner.query('delete from liability_accounts');
  expect(await auditTree(service.db)).toContain(sum);
  // Younger accounts could be missing in the snapshot.
  await owner.query("update ledger_accounts set created_at = created_at - interval '1 hour'");
  expect(await auditTree(service.db)).toContain(`account ${id} differs from the daily tree of ${date}`);
});

test('a node whose clock is wrong publishes for the day of the database', async () => {
  const service = await startTestService({ PID_CHAIN: 'off' });
  service.clock.advanceSeconds(400 * 86_400);
  await service.service.runJob('publish liabilities');
  const [day] = await listDays(service.db, 1);
  const { rows } = await service.db.query<{ date: string; seconds: number }>(
    `select to_char($1::timestamptz at time zone 'UTC', 'YYYY-MM-DD') as date, abs(extract(epoch from clock_timestamp() - $1))::float8 as seconds`,
    [day!.at],
  );
  expect([day!.date, rows[0]!.seconds < 600]).toEqual([rows[0]!.date, true]);
  const { text } = await service.client().get('/metrics');
  expect(Number(/^pid_liabilities_age_seconds (\S+)$/m.exec(text)?.[1])).toBeLessThan(600);
});

test('without a tree, its age is that of the log, so that the alert fires', async () => {
  const { db, deps } = await world();
  expect(await treeAgeSeconds(db)).toBe(0);
  await logOn(db, manualClock(new Date(Date.now() - 86_400_000)));
  expect(await treeAgeSeconds(db)).toBeGreaterThanOrEqual(86_400);
  await publishLiabilities({ ...deps, time: () => databaseTime(db) });
  expect(await treeAgeSeconds(db)).toBeLessThan(3600);
});

test('no timeout of ordinary transactions ends the build of a tree', async () => {
  const { db } = await world();
  const timeouts = await db.transaction(async (tx) => {
    expect(await tryBuild(tx, '2026-11-18')).toBe(true);
    const { rows } = await tx.query(
      "select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle",
    );
    return rows[0];
  });
  expect(timeouts).toEqual({ statement: '0', idle: '0' });
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
  // The clock of the node does not count.
  clock.advanceSeconds(86_400);
  await anchorLiabilities(deps, anchor);
  expect(memos).toEqual([]);
  const { rows } = await asSuperuser(db).query<{ seconds: number }>(
    `update liability_days d set anchoring_until = clock_timestamp() from liability_days o where o.date = d.date
     returning extract(epoch from o.anchoring_until - clock_timestamp())::float8 as seconds`,
  );
  expect(rows[0]!.seconds).toBeGreaterThan(60);
  expect(rows[0]!.seconds).toBeLessThanOrEqual(300);
  await Promise.all([anchorLiabilities(deps, anchor), anchorLiabilities(deps, anchor)]);
  await anchorLiabilities(deps, anchor);
  const [day] = await listDays(db, 1);
  expect(memos).toEqual([liabilityMemo(day!)]);
  expect([day!.signature, day!.slot]).toEqual(['landed', 7n]);
});

test('anchors the earlier days of a week without a chain as well', async () => {
  const { clock, deps, db } = await world();
  for (let day = 0; day < 9; day += 1) {
    await publishLiabilities(deps);
    clock.advanceSeconds(86_400);
  }
  const dates: string[] = [];
  const anchor = async (memo: string) => {
    dates.push(memo.split(' ')[1]!);
    return { signature: 'landed', slot: 7n };
  };
  await anchorLiabilities(deps, anchor);
  expect(dates).toEqual((await listDays(db, 7)).map(({ date }) => date));
  await anchorLiabilities(deps, anchor);
  expect(dates.length).toBe(7);
});

test('a restored database publishes and anchors nothing', async () => {
  const service = await startTestService();
  await service.service.runJob('publish liabilities');
  const owner = asSuperuser(service);
  await owner.query(
    'update liability_days set anchor_signature = null, anchor_slot = null, anchor_memo = null, anchoring_until = null',
  );
  await owner.query("update log_heads set place = '1/1/00000001'");
  await service.service.runJob('append to the public log');
  await service.service.runJob('publish liabilities');
  expect((await listDays(service.db, 1))[0]!.signature).toBeNull();
});

test('the relayer writes the memo into the chain', async () => {
  const service = await startTestService();
  await newPlayer(service);
  await service.service.runJob('publish liabilities');
  const { body } = await service.client().get('/v1/transparency');
  expect(body).toMatchObject({
    origin: expect.stringMatching(/\/log$/),
    liabilities: { total: 0, count: expect.any(Number) },
    anchor: {
      signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
      slot: expect.any(Number),
      memo: liabilityMemo((await listDays(service.db, 1))[0]!),
    },
    reserves: null,
  });
  // As any explorer reads it.
  const { rpc } = await chainOf(service);
  const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 } as const;
  const found = await rpc.getTransaction(body.anchor.signature as Signature, config).send();
  const { accountKeys, instructions } = found!.transaction.message;
  const memos = instructions
    .filter(({ programIdIndex }) => accountKeys[programIdIndex]!.startsWith('Memo'))
    .map(({ data }) => Buffer.from(decodeBase58(data)!).toString());
  expect(memos).toEqual([body.anchor.memo]);
});
