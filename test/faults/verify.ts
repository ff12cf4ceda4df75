import { expect } from 'vitest';
import { topUpRecords } from '../../packages/server/src/checkout/index.ts';
import { auditLedger } from '../../packages/server/src/ledger/index.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { openDatabase } from '../../packages/server/src/platform/db/index.ts';
import { randomIds } from '../../packages/server/src/platform/ids.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { auditLog } from '../../packages/server/src/transparency/index.ts';
import type { FaultPlayer } from './ledger-players.ts';
import type { Load } from './load.ts';
import { until } from './own-postgres.ts';

interface Posting {
  readonly id: string;
  readonly note: string;
  readonly amount: bigint;
  readonly payer_balance: bigint;
}

/**
 * Compares the responses to the clients with the database: nothing acknowledged is lost, nothing is
 * duplicated, no money is created. While nodes run, every posting is in the public log.
 */
export async function verify(
  load: Load,
  players: readonly FaultPlayer[],
  startingRupiah: number,
  connectionString: string,
  { isServed = true } = {},
): Promise<void> {
  const db = openDatabase({ connectionString, poolSize: 2, log: createLogger('silent') });
  try {
    expect((await auditLedger({ db, clock: systemClock, topUps: topUpRecords })).findings).toEqual([]);
    const { rows } = await db.query<Posting & { [column: string]: unknown }>(
      "select id, note, amount, payer_balance from ledger_postings where type = 'send'",
    );
    const posted = new Map(rows.map((row) => [row.note, row]));
    expect(rows.length - posted.size, 'sends that were posted twice').toBe(0);
    const lost = load.acknowledged.filter(({ note, id, amount, balance }) => {
      const row = posted.get(note);
      return !row || row.id !== id || row.amount !== BigInt(amount) || row.payer_balance !== BigInt(balance);
    });
    expect(lost, 'acknowledged sends that are not there as they were told').toEqual([]);
    const told = new Set([...load.acknowledged.map(({ note }) => note), ...load.unknown]);
    expect(
      [...posted.keys()].filter((note) => !told.has(note)),
      'sends nobody sent',
    ).toEqual([]);

    const { rows: sums } = await db.query<{ held: string; paid: string }>(
      `select (select sum(balance) from ledger_accounts where kind = 'identity' or name like 'fees%') as held,
         (select sum(amount + global_fee) from ledger_postings where type = 'topup') as paid`,
    );
    expect(BigInt(sums[0]!.held), 'money that was paid in is all there is').toBe(BigInt(sums[0]!.paid));
    expect(BigInt(sums[0]!.paid)).toBeGreaterThanOrEqual(BigInt(players.length * startingRupiah));

    for (const [player, name] of load.names) {
      const { rows: kept } = await db.query<{ display_name: string }>(
        "select display_name from profiles join identities on id = identity_id where handle || '@pid' = $1",
        [player.pid],
      );
      expect(Number(kept[0]!.display_name.split(' ')[1]), `the name of ${player.pid}`).toBeGreaterThanOrEqual(
        name,
      );
    }
    const logged = async () =>
      (
        await db.query<{ waiting: number; entries: number; postings: number }>(
          `select (select count(*)::int from ledger_unlogged) as waiting, (select size::int from log_heads) as entries,
             (select count(*)::int from ledger_postings) as postings`,
        )
      ).rows[0]!;
    if (isServed) {
      await until('every posting is in the log', async () => (await logged()).waiting === 0);
      const { entries, postings } = await logged();
      expect(entries, 'entries of the log').toBe(postings);
    }
    expect(await auditLog({ db, clock: systemClock, ids: randomIds, sealer: null })).toEqual([]);
    expect(load.violations.slice(0, 5), 'answers outside of the contract').toEqual([]);
  } finally {
    await db.close();
  }
}
