// Figures of the ledger engine, as ratios within one interleaved run: `npx tsx bench/ledger.ts [rounds] [seconds]`.
// Needs pgbench. Starts a PostgreSQL of its own with durable commits.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../packages/server/src/platform/embedded-postgres/index.ts';
import { openLedgerBench, runEngine, runMultiStatement } from './ledger-engine.ts';
import { preparePgbench, runInsert, runTpcB } from './ledger-pgbench.ts';

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 5);
const folder = await mkdtemp(path.join(tmpdir(), 'pid-bench-'));
const server = await startEmbeddedPostgres({
  dataDir: folder,
  settings: { max_connections: '120', shared_buffers: '256MB', max_wal_size: '4GB' },
});
try {
  const bench = await openLedgerBench(server.connectionString);
  await preparePgbench(server.connectionString);
  const samples = new Map<string, number[]>();
  const note = (name: string, value: number) => samples.set(name, [...(samples.get(name) ?? []), value]);
  for (let round = 0; round < rounds; round += 1) {
    for (const clients of [4, 8, 16])
      note(`TPC-B ${clients}`, await runTpcB(server.connectionString, clients, seconds));
    note('insert 32', await runInsert(server.connectionString, 32, seconds));
    note('multi-statement 32', (await runMultiStatement(bench, 32, seconds)).rate);
    const at32 = await runEngine(bench, 32, seconds);
    note('engine 32', at32.rate);
    note('engine 32 p50 ms', at32.p50);
    note('engine 32 p99 ms', at32.p99);
    note('engine 256', (await runEngine(bench, 256, seconds)).rate);
    await bench.emulateFlush(true);
    note('engine 256, 1 ms flush', (await runEngine(bench, 256, seconds)).rate);
    await bench.emulateFlush(false);
    console.log(
      `round ${round + 1}: ${[...samples].map(([name, values]) => `${name} ${values.at(-1)!.toFixed(1)}`).join(' | ')}`,
    );
  }
  const of = (name: string) => median(samples.get(name)!);
  const bestTpcB = Math.max(of('TPC-B 4'), of('TPC-B 8'), of('TPC-B 16'));
  for (const [name, values] of samples) console.log(`${name.padEnd(26)} ${median(values).toFixed(1)}`);
  report('256 in flight against the best TPC-B', of('engine 256') / bestTpcB, '>= 4.0');
  report('32 in flight against a one-row insert', of('engine 32') / of('insert 32'), '>= 0.70');
  report(
    '32 in flight against a multi-statement transaction',
    of('engine 32') / of('multi-statement 32'),
    '>= 10',
  );
  report('p99 against p50 at 32', of('engine 32 p99 ms') / of('engine 32 p50 ms'), '<= 2.5');
  report(
    'with a 1 ms flush against without, at 256',
    of('engine 256, 1 ms flush') / of('engine 256'),
    '>= 0.85',
  );
  await bench.close();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

function report(name: string, ratio: number, wanted: string): void {
  console.log(`${name}: ${ratio.toFixed(2)} (wanted ${wanted})`);
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1]!;
}
