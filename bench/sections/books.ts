import { setTimeout as sleep } from 'node:timers/promises';
import { signerFrom } from '@pid/protocol/books';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { openDatabase } from '../../packages/server/src/platform/db/index.ts';
import { randomIds } from '../../packages/server/src/platform/ids.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { createSealer } from '../../packages/server/src/platform/sealing/index.ts';
import { cacheAccounts } from '../../packages/server/src/transparency/account-keys.ts';
import { beginLog } from '../../packages/server/src/transparency/begin-log.ts';
import {
  buildSumTree,
  nodeBytes,
  sortLeaves,
} from '../../packages/server/src/transparency/build-sum-tree.ts';
import { getLiabilityProof, getPostingProof } from '../../packages/server/src/transparency/get-proofs.ts';
import { publishLiabilities } from '../../packages/server/src/transparency/publish-liabilities.ts';
import { openLogSequencer } from '../../packages/server/src/transparency/sequencer.ts';
import { openLedgerBench, runEngine } from '../support/ledger-engine.ts';
import { addAccounts, addIdentities, inBulk } from '../support/players.ts';
import { median, type SectionResult } from '../support/results.ts';
import { quick, settings } from '../support/settings.ts';
import type { World } from '../support/world.ts';

export const title = 'Books that anyone can check';

const balances = quick ? 20_000 : 1_000_000;
const largeTree = quick ? 100_000 : 10_000_000;

/** Sends with and without the public log in one interleaved run; the daily tree; the size of a proof. */
export async function run(world: World, say: (line: string) => void): Promise<SectionResult> {
  const sends = await measureSends(world, say);
  const tree = await measureTree(world, say);
  say(`a tree of ${largeTree.toLocaleString('en')} leaves in memory`);
  const large = await measureLargeTree();
  return {
    figures: [
      {
        name: 'sends, 32 in flight, with the log against without',
        wanted: { atLeast: 0.95 },
        reached: sends.ratio,
      },
      {
        name: `a daily tree over ${balances.toLocaleString('en')} balances, from the database and back`,
        wanted: { atMost: 60 },
        reached: tree.seconds,
        unit: 's',
      },
      {
        name: 'proof of a balance in that tree',
        wanted: { atMost: 4096 },
        reached: tree.proofBytes,
        unit: 'bytes',
      },
      {
        name: 'proof of a posting in that log',
        wanted: { atMost: 4096 },
        reached: sends.proofBytes,
        unit: 'bytes',
      },
      {
        name: `memory of the process with ${largeTree.toLocaleString('en')} leaves`,
        wanted: { atMost: 2 },
        reached: large.gigabytes,
        unit: 'GB',
      },
    ],
    tables: [
      {
        title: '',
        columns: ['what', 'value'],
        rows: [
          ['sends per second without the log', Math.round(sends.without)],
          ['sends per second with the log', Math.round(sends.with)],
          [`postings in the log when the load ended, of ${sends.posted.toLocaleString('en')}`, sends.logged],
          [
            `first tree over ${balances.toLocaleString('en')} balances, with a new key for each, s`,
            tree.firstSeconds.toFixed(1),
          ],
          [`later tree, s`, tree.seconds.toFixed(1)],
          [
            `tree of ${largeTree.toLocaleString('en')} leaves, without the database, s`,
            large.seconds.toFixed(1),
          ],
        ],
      },
    ],
    notes: [
      'The sequencer runs in the process that posts, every half second, as in a node. Without the log: no sequencer, and the trigger that queues postings is disabled.',
    ],
  };
}

const sealer = createSealer(randomIds, { current: randomIds.bytes(32), previous: null });

async function measureSends(world: World, say: (line: string) => void) {
  const database = await world.createDatabase('books');
  try {
    await database.migrate();
    const bench = await openLedgerBench(database);
    try {
      const deps = { db: bench.db, clock: systemClock, ids: randomIds, sealer };
      const signer = signerFrom(randomIds.bytes(32));
      await beginLog(deps, new URL('https://bench.example'));
      // The one posting that gives every account its balance has more entries than any real one.
      await database.owner.query('update log_heads set backfill_until = null; truncate ledger_unlogged');
      const sequencer = await openLogSequencer({
        ...deps,
        stateFile: null,
        log: createLogger('silent'),
        accounts: cacheAccounts(deps).accounts,
        signers: async () => [signer],
      });
      const trigger = (state: 'enable' | 'disable') =>
        database.owner.query(`alter table ledger_postings ${state} trigger ledger_postings_to_log`);
      const { rounds, seconds } = settings.ledger;
      const [without, withLog]: [number[], number[]] = [[], []];
      await sequencer.append();
      await runEngine(bench, 32, seconds);
      const runWithout = async () => {
        await trigger('disable');
        without.push((await runEngine(bench, 32, seconds)).rate);
        await trigger('enable');
      };
      const runWith = async () => {
        let runs = true;
        const appending = (async () => {
          while (runs) {
            await sequencer.append();
            await sleep(500);
          }
        })();
        withLog.push((await runEngine(bench, 32, seconds)).rate);
        runs = false;
        await appending;
      };
      for (let round = 0; round < rounds; round += 1) {
        say(`round ${round + 1} of ${rounds}`);
        // The tables grow, so each order comes first in every other round.
        for (const measure of round % 2 === 0 ? [runWithout, runWith] : [runWith, runWithout])
          await measure();
      }
      const { rows } = await database.owner.query<{ posted: string; logged: string }>(
        'select (select count(*) from ledger_postings) as posted, (select size from log_heads) as logged',
      );
      await sequencer.append();
      return {
        ratio: median(withLog.map((rate, round) => rate / without[round]!)),
        with: median(withLog),
        without: median(without),
        posted: Number(rows[0]!.posted),
        logged: Number(rows[0]!.logged),
        proofBytes: await measureProof(deps),
      };
    } finally {
      await bench.close();
    }
  } finally {
    await database.drop();
  }
}

/** The size of the proof of a posting, as JSON. */
async function measureProof(deps: Parameters<typeof getPostingProof>[0]): Promise<number> {
  const { rows } = await deps.db.query<{ posting: string; payer: string }>(
    `select l.posting, a.identity_id as payer from log_postings l join ledger_postings p on p.id = l.posting
       join ledger_accounts a on a.id = p.payer_id where a.identity_id is not null order by l.index desc limit 1`,
  );
  const { posting, payer } = rows[0]!;
  return bytesOf(await getPostingProof(deps, { kind: 'identity', id: payer, name: 'player' }, posting));
}

function bytesOf(proof: object): number {
  return JSON.stringify(proof, (_name, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
    .length;
}

async function measureTree(world: World, say: (line: string) => void) {
  const database = await world.createDatabase('tree');
  try {
    await database.migrate();
    say(`loading ${balances.toLocaleString('en')} accounts`);
    await inBulk(database.owner, async (load) => {
      await addIdentities(load, balances);
      await addAccounts(load, balances, '2026-01-01');
    });
    await database.owner.query('vacuum analyze');
    const db = openDatabase({
      connectionString: database.url,
      poolSize: 4,
      log: createLogger('silent'),
      patient: true,
    });
    try {
      const deps = { db, clock: systemClock, ids: randomIds, sealer };
      const timed = async () => {
        const started = performance.now();
        await publishLiabilities({ ...deps, time: async () => new Date() });
        return (performance.now() - started) / 1000;
      };
      say('the first tree');
      const firstSeconds = await timed();
      await database.owner.query("set session_replication_role = 'replica'");
      await database.owner.query('delete from liability_days');
      await database.owner.query('truncate liability_tiles, liability_accounts');
      say('a later tree');
      const seconds = await timed();
      const { rows } = await database.owner.query<{ id: string }>(
        'select identity_id as id from ledger_accounts where identity_id is not null limit 1',
      );
      const proof = await getLiabilityProof(deps, { kind: 'identity', id: rows[0]!.id, name: 'player' });
      return { firstSeconds, seconds, proofBytes: bytesOf(proof) };
    } finally {
      await db.close();
    }
  } finally {
    await database.drop();
  }
}

async function measureLargeTree() {
  const bytes = Buffer.alloc(largeTree * nodeBytes);
  for (let leaf = 0; leaf < largeTree; leaf += 1) {
    randomIds.bytes(32).copy(bytes, leaf * nodeBytes);
    bytes.writeBigUInt64BE(BigInt(leaf), leaf * nodeBytes + 32);
  }
  const started = performance.now();
  const leaves = { bytes, count: largeTree };
  const order = await sortLeaves(leaves);
  await buildSumTree(leaves, order, { zeroLeaf: () => randomIds.bytes(32), writeTile: async () => {} });
  // The most that the process has used until now, in kB.
  const gigabytes = (process.resourceUsage().maxRSS * 1024) / 1e9;
  return { seconds: (performance.now() - started) / 1000, gigabytes };
}
