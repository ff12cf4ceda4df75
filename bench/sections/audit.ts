import { topUpRecords } from '../../packages/server/src/checkout/index.ts';
import { auditLedger } from '../../packages/server/src/ledger/index.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { openDatabase, serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { addAccounts, addIdentities, addSends, entriesOf, inBulk } from '../support/players.ts';
import { median, type SectionResult } from '../support/results.ts';
import { settings } from '../support/settings.ts';
import { sharedBuffers, type World, type WorldDatabase } from '../support/world.ts';

export const title = 'Audit: a year of books in sealed months';

/** Loads a year of postings, seals its months, adds new postings, and audits with and without the seals. */
export async function run(world: World, say: (line: string) => void): Promise<SectionResult> {
  const { players, rounds, newSends } = settings.audit;
  const database = await world.createDatabase('audit');
  try {
    await database.migrate();
    say(`loading ${entriesOf(players, rounds).toLocaleString('en')} entries of a year`);
    await inBulk(database.owner, async (load) => {
      await addIdentities(load, players);
      await addAccounts(load, players, '2025-01-01');
      await addSends(load, players, { firstRound: 1, rounds, from: '2025-01-02', days: 360 });
    });
    await database.owner.query('vacuum (freeze, analyze)');
    // These rows are newer than the statistics of the planner, as rows of the last days are.
    await inBulk(database.owner, (load) =>
      addSends(load, players, {
        firstRound: rounds + 1,
        rounds: 1,
        from: '2026-01-04',
        days: 5,
        pairs: newSends,
      }),
    );
    await database.owner.query('checkpoint');
    say('sealing twelve months');
    const sealing = await sealYear(database);
    return await measure(database, sealing, say);
  } finally {
    await database.drop();
  }
}

async function sealYear({ owner }: WorldDatabase): Promise<{ seconds: number; months: number }> {
  await owner.query(
    "insert into ledger_audit_runs (at, seconds, findings, entries) values ('2026-01-10', 1, 0, 0)",
  );
  const started = performance.now();
  let months = 0;
  // Sealing starts with one month an hour.
  for (let hours = 0; ;) {
    const { rows } = await owner.query<{ outcome: string }>(
      "select outcome from ledger_seal(timestamptz '2026-01-10' + make_interval(hours => $1))",
      [hours],
    );
    const outcome = rows[0]!.outcome;
    if (outcome === 'idle') break;
    if (outcome === 'sealed') {
      months += 1;
      hours += 1;
    }
  }
  return { seconds: (performance.now() - started) / 1000, months };
}

async function measure(
  { url }: WorldDatabase,
  sealing: { seconds: number; months: number },
  say: (line: string) => void,
): Promise<SectionResult> {
  // The nightly audit runs with the role of the service.
  const db = openDatabase({
    connectionString: serviceUrl(url),
    poolSize: 2,
    log: createLogger('silent'),
  });
  const audit = async (full: boolean) => {
    const { findings, counts, seconds } = await auditLedger(
      { db, clock: systemClock, topUps: topUpRecords },
      { full },
    );
    if (findings.length > 0) throw new Error(`the audit found ${JSON.stringify(findings[0])}`);
    return { counts, seconds };
  };
  try {
    say('auditing since the last sealed month');
    const nightly = [];
    for (let round = 0; round < settings.audit.repeats; round += 1) nightly.push(await audit(false));
    say(`${nightly.map((run) => run.seconds.toFixed(2)).join(', ')} s; auditing everything`);
    const full = await audit(true);
    const { counts } = nightly[0]!;
    const seconds = median(nightly.map((run) => run.seconds));
    const all = counts.allEntries.toLocaleString('en');
    return {
      tables: [
        {
          title: `${all} entries, ${counts.accounts.toLocaleString('en')} accounts`,
          columns: ['', 'entries read', 'seconds'],
          rows: [
            ['audit since the last sealed month (median)', Number(counts.entries), seconds.toFixed(2)],
            ['the first of them', Number(counts.entries), nightly[0]!.seconds.toFixed(2)],
            [
              'audit of the whole ledger, sealed months included',
              Number(full.counts.entries),
              full.seconds.toFixed(1),
            ],
            [
              `sealing ${sealing.months} months`,
              Number(counts.allEntries - counts.entries),
              sealing.seconds.toFixed(1),
            ],
          ],
        },
      ],
      figures: [
        {
          name: `seconds of an audit of ${all} entries, ${counts.entries.toLocaleString('en')} of them new`,
          wanted: { atMost: 5 },
          reached: seconds,
        },
      ],
      notes: [
        `Every player has a top-up and ${settings.audit.rounds} sends or receipts in a year, and every month is sealed. The new sends are not in the statistics of the planner. PostgreSQL has shared_buffers of ${sharedBuffers}; the tables are in memory after the load.`,
      ],
    };
  } finally {
    await db.close();
  }
}
