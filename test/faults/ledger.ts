// 1,000 sends in a ring over two nodes, while a node and PostgreSQL are killed with SIGKILL: `npx tsx
// test/faults/ledger.ts`. Afterwards the ledger is consistent, every acknowledged send is posted, and every
// other send is posted at most once.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { topUpRecords } from '../../packages/server/src/checkout/index.ts';
import { auditLedger } from '../../packages/server/src/ledger/index.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { openDatabase } from '../../packages/server/src/platform/db/index.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { startNode, type Node } from './ledger-node.ts';
import { createPlayers, sendOnce, sendUntilAnswered, type FaultSend } from './ledger-players.ts';
import { ownPostgres } from './ledger-postgres.ts';

const sends = Number(process.env['PID_FAULT_SENDS'] ?? 1000);
const rounds = Number(process.env['PID_FAULT_ROUNDS'] ?? 2);
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

const folder = await mkdtemp(path.join(tmpdir(), 'pid-faults-'));
const postgres = await ownPostgres(folder);
const ports = [await freePort(), await freePort()] as const;
const nodes: Node[] = [];
try {
  for (const port of ports) nodes.push(await startNode(port, ports[0], postgres.url()));
  const players = await createPlayers(nodes[0]!.url, 25, 50_000_000);
  say(`25 players have Rp50.000.000 each`);
  for (let round = 1; round <= rounds; round += 1) {
    const ring: FaultSend[] = Array.from({ length: sends }, (_, index) => ({
      from: players[index % players.length]!,
      to: players[(index + 1) % players.length]!,
      amount: 1000 + (index % 97) * 1000,
      name: `round ${round} send ${index}`,
      node: () => nodes[index % 2]!.url,
    }));
    let answered = 0;
    const count = (answer: { id: string | null }) => {
      answered += 1;
      return answer;
    };
    const kept = Promise.all(
      ring.map((send, index) => (index % 4 === 3 ? sendOnce(send) : sendUntilAnswered(send)).then(count)),
    );
    await until(() => answered >= sends * 0.1);
    nodes[0]!.kill();
    say(`node 1 is killed after ${answered} answers`);
    const failed = answered;
    await until(() => answered >= failed + sends * 0.2);
    postgres.kill();
    say(`PostgreSQL is killed after ${answered} answers`);
    await postgres.recover();
    nodes[0] = await startNode(ports[0], ports[0], postgres.url());
    say('both are back');
    nodes[1]!.kill();
    nodes[1] = await startNode(ports[1], ports[0], postgres.url());
    const answers = await kept;
    await check(ring, answers);
    say(
      `round ${round}: ${answers.filter(({ id }) => id !== null).length} acknowledged of ${sends}, none lost, none doubled`,
    );
  }
} finally {
  for (const node of nodes) node.kill();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function check(ring: readonly FaultSend[], answers: readonly { id: string | null }[]): Promise<void> {
  const db = openDatabase({ connectionString: postgres.url(), poolSize: 2, log: createLogger('silent') });
  try {
    const { findings, counts } = await auditLedger({ db, clock: systemClock, topUps: topUpRecords });
    assert.deepEqual(findings, []);
    say(`the audit finds ${counts.entries} entries whole`);
    const { rows } = await db.query<{ id: string; note: string }>(
      "select id, note from ledger_postings where type = 'send'",
    );
    const posted = groupByNote(rows);
    for (const [index, { name }] of ring.entries()) {
      const found = posted.get(name) ?? [];
      assert.ok(found.length <= 1, `${name} was posted ${found.length} times`);
      const { id } = answers[index]!;
      if (id !== null) assert.equal(found[0]?.id, id, `${name} was acknowledged and is not there`);
    }
    const total = await db.query<{ sum: string }>(
      "select sum(balance) as sum from ledger_accounts where kind = 'identity' or name like 'fees%'",
    );
    assert.equal(BigInt(total.rows[0]!.sum), 25n * 50_000_000n + 25n * 50_000n);
  } finally {
    await db.close();
  }
}

function groupByNote<Row extends { note: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.note, [...(groups.get(row.note) ?? []), row]);
  return groups;
}

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
}
