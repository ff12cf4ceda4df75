import { openLedgerBench, runEngine, runMultiStatement } from '../support/ledger-engine.ts';
import { median, type Figure, type SectionResult } from '../support/results.ts';
import { openPgbench, sendsPerCall, type Pgbench } from '../support/run-pgbench.ts';
import { settings } from '../support/settings.ts';
import type { World } from '../support/world.ts';

export const title = 'The ledger engine against pgbench';

/** Figures of the ledger engine, without HTTP, as ratios within one interleaved run. */
export async function run(world: World, say: (line: string) => void): Promise<SectionResult> {
  const { rounds, seconds } = settings.ledger;
  const database = await world.createDatabase('ledger');
  try {
    await database.migrate();
    await database.owner.query(
      'create table bench_rows (id bigint generated always as identity primary key, value bigint); grant insert on bench_rows to public',
    );
    const bench = await openLedgerBench(database);
    try {
      const pgbench = await openPgbench(database.url);
      const samples = new Map<string, number[]>();
      const note = (name: string, value: number) => samples.set(name, [...(samples.get(name) ?? []), value]);
      await runEngine(bench, 32, seconds);
      for (let round = 0; round < rounds; round += 1) {
        say(`round ${round + 1} of ${rounds}`);
        if (pgbench) await runYardsticks(pgbench, seconds, note);
        note(
          'multi-statement transactions from Node, 32 connections',
          (await runMultiStatement(bench, 32, seconds)).rate,
        );
        const at32 = await runEngine(bench, 32, seconds);
        note('engine, 32 in flight', at32.rate);
        note('engine, 32 in flight, p50 ms', at32.p50);
        note('engine, 32 in flight, p99 ms', at32.p99);
        note('engine, 256 in flight', (await runEngine(bench, 256, seconds)).rate);
        await bench.emulateFlush(true);
        note('engine, 256 in flight, flush of 1 ms emulated', (await runEngine(bench, 256, seconds)).rate);
        await bench.emulateFlush(false);
      }
      return report(samples, pgbench !== null);
    } finally {
      await bench.close();
    }
  } finally {
    await database.drop();
  }
}

async function runYardsticks(
  pgbench: Pgbench,
  seconds: number,
  note: (name: string, value: number) => void,
): Promise<void> {
  for (const clients of [4, 8, 16])
    note(`pgbench TPC-B, ${clients} clients`, await pgbench.tpcB(clients, seconds));
  note('pgbench one-row insert, 32 clients', await pgbench.script('insert', 32, seconds));
  note('pgbench, our statement with one send, 8 clients', await pgbench.script('send', 8, seconds));
  note(
    `pgbench, our statement with ${sendsPerCall.sends} sends, 1 client`,
    (await pgbench.script('sends', 1, seconds)) * sendsPerCall.sends,
  );
}

function report(samples: ReadonlyMap<string, readonly number[]>, hasPgbench: boolean): SectionResult {
  const of = (name: string) => samples.get(name)!;
  /** The median of the ratios of each round, because the speed of the disk changes from second to second. */
  const ratio = (own: readonly number[], other: readonly number[]) =>
    median(own.map((value, round) => value / other[round]!));
  const figures: Figure[] = [
    {
      name: 'sends, 32 in flight, against a multi-statement transaction from Node',
      wanted: { atLeast: 10 },
      reached: ratio(
        of('engine, 32 in flight'),
        of('multi-statement transactions from Node, 32 connections'),
      ),
    },
    {
      name: 'sends, 32 in flight, p99 against p50',
      wanted: { atMost: 2.5 },
      reached: ratio(of('engine, 32 in flight, p99 ms'), of('engine, 32 in flight, p50 ms')),
    },
    {
      name: 'sends, 256 in flight, with a flush of 1 ms against without',
      wanted: { atLeast: 0.85 },
      reached: ratio(of('engine, 256 in flight, flush of 1 ms emulated'), of('engine, 256 in flight')),
    },
  ];
  if (hasPgbench) {
    const tpcB = [4, 8, 16].map((clients) => of(`pgbench TPC-B, ${clients} clients`));
    const bestTpcB = tpcB[0]!.map((_, round) => Math.max(...tpcB.map((rates) => rates[round]!)));
    figures.unshift(
      {
        name: 'sends, 256 in flight, against the best TPC-B of pgbench',
        wanted: { atLeast: 4 },
        reached: ratio(of('engine, 256 in flight'), bestTpcB),
      },
      {
        name: 'sends, 32 in flight, against a one-row insert of pgbench at 32',
        wanted: { atLeast: 0.7 },
        reached: ratio(of('engine, 32 in flight'), of('pgbench one-row insert, 32 clients')),
      },
    );
  }
  return {
    figures,
    tables: [
      {
        title: '',
        columns: ['what', 'per second, or as named'],
        rows: [...samples].map(([name, values]) => [name, readable(median(values))]),
      },
    ],
    notes: [
      'Accounts are chosen by Zipf’s law, so that a few accounts are in most sends. Every send has an Idempotency-Key. Sends that arrive during a commit are posted together by the next one, as one statement. “Our statement” is `ledger_post_sends`, called by pgbench without our service.',
      ...(hasPgbench
        ? []
        : ['pgbench was not there and could not be installed, so nothing is compared with it.']),
    ],
  };
}

function readable(value: number): string | number {
  return value < 100 ? value.toFixed(2) : Math.round(value);
}
