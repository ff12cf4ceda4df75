import { topUpRecords } from '../../packages/server/src/checkout/index.ts';
import { auditLedger } from '../../packages/server/src/ledger/index.ts';
import { newPostingId } from '../../packages/server/src/ledger/posting-id.ts';
import { listEntries, versionRange } from '../../packages/server/src/ledger/statement.store.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { openDatabase, type Database } from '../../packages/server/src/platform/db/index.ts';
import { randomIds } from '../../packages/server/src/platform/ids.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { populate } from '../support/players.ts';
import { at, type SectionResult } from '../support/results.ts';
import { settings } from '../support/settings.ts';
import type { World } from '../support/world.ts';

export const title = 'A long statement, and the audit';

const players = 1000;
const perCall = 2000;
const pageSize = 50;
const pages = 1000;
/** Pages read before the measurement, so that plans are cached and code is compiled. */
const pagesBefore = 100;

/** Measures one account with many entries, which the posting function wrote. */
export async function run(world: World, say: (line: string) => void): Promise<SectionResult> {
  const entries = settings.statementEntries;
  const database = await world.createDatabase('statement');
  const db = openDatabase({ connectionString: database.url, poolSize: 2, log: createLogger('silent') });
  try {
    await database.migrate();
    await populate(database.owner, players);
    say(`writing ${entries.toLocaleString('en')} entries`);
    await writeEntries(db, entries);
    await database.owner.query('vacuum analyze');
    say('reading pages');
    const millis: number[] = [];
    for (let index = -pagesBefore; index < pages; index += 1) {
      const upTo = BigInt(pageSize + Math.floor(Math.random() * (entries - pageSize)));
      const started = performance.now();
      const page = await listEntries(db, 1n, { above: 0n, upTo }, pageSize);
      if (index >= 0) millis.push(performance.now() - started);
      if (page.length !== pageSize) throw new Error(`a page has ${page.length} entries`);
    }
    const started = performance.now();
    await versionRange(db, 1n, new Date(systemClock.nowMillis() - 3_600_000), systemClock.now());
    const spanMillis = performance.now() - started;
    say('auditing');
    const audit = await auditLedger({ db, clock: systemClock, topUps: topUpRecords });
    if (audit.findings.length > 0) throw new Error(`the audit found ${JSON.stringify(audit.findings[0])}`);
    millis.sort((left, right) => left - right);
    return {
      tables: [
        {
          title: '',
          columns: ['what', 'figure'],
          rows: [
            [
              `page of ${pageSize} anywhere in ${entries.toLocaleString('en')} entries, p50`,
              `${at(millis, 0.5).toFixed(2)} ms`,
            ],
            ['the same, p99', `${at(millis, 0.99).toFixed(2)} ms`],
            ['finding a span of time in it', `${spanMillis.toFixed(2)} ms`],
            [
              `audit of ${audit.counts.entries.toLocaleString('en')} entries`,
              `${audit.seconds.toFixed(1)} s, nothing found`,
            ],
          ],
        },
      ],
      figures: [
        {
          name: `statement page of an account with ${entries.toLocaleString('en')} entries, p99`,
          wanted: { atMost: 5 },
          reached: at(millis, 0.99),
          unit: ' ms',
        },
      ],
      notes: ['Measured in the store, without HTTP. The growth section reads statements over HTTP.'],
    };
  } finally {
    await db.close();
    await database.drop();
  }
}

async function writeEntries(db: Database, entries: number): Promise<void> {
  const fill = (value: string) => `array_fill(${value}, array[${perCall}])`;
  for (let written = 0; written < entries; written += perCall) {
    // Ids as the service makes them: neighbours in a statement are neighbours in the index.
    const ids = Array.from({ length: perCall }, () => newPostingId(systemClock, randomIds));
    await db.query(
      `select count(*) from ledger_post_sends(now(), false, 1::smallint, 9000000000000000, 1000000000000000, 1000000000000000, 'Asia/Jakarta', array[1, 2, 9000000000000000001]::bigint[],
        $1, ${fill('1')}, ${fill('2')}, ${fill('0')},
        ${fill('1::bigint')}, ${fill('100::bigint')}, ${fill('0::bigint')}, null, null, ${fill('null::text')}, ${fill('0')})`,
      [ids],
    );
  }
}
