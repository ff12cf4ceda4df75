import { topUpRecords } from '../../packages/server/src/checkout/index.ts';
import { auditLedger } from '../../packages/server/src/ledger/index.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { openDatabase } from '../../packages/server/src/platform/db/index.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { explainHotStatements, sequentialScans } from '../support/check-plans.ts';
import { cycle, measure, requestBytes, warmUp, type Sample, type Target } from '../support/load.ts';
import { entriesOf, openWallet, pidOfPlayer, populate } from '../support/players.ts';
import type { Running } from '../support/processes.ts';
import { median, type Figure, type SectionResult, type Table } from '../support/results.ts';
import { settings } from '../support/settings.ts';
import { json } from '../support/targets.ts';
import { sharedBuffers, type World, type WorldDatabase } from '../support/world.ts';

export const title = 'Growth: from 10^4 identities upwards';

const connections = 32;
/**
 * The same number of players is active at every size, spread over all identities, so that the caches of a
 * node hold the same amount and only the database differs. The players take turns and have two tokens each,
 * so that no token returns within the 0.9 s for which an admission is cached.
 */
const takingPart = 10_000;
const editions = 2;
const paths = ['identity/me, admission from the database', 'fiat/sends', 'fiat/statement'] as const;
type Path = (typeof paths)[number];

interface Size {
  readonly name: string;
  readonly count: number;
  readonly database: WorldDatabase;
  readonly node: Running;
  readonly targets: Record<Path, Target>;
  readonly loadSeconds: number;
  readonly gigabytes: number;
  readonly plans: readonly string[];
}

/** Measures one database for each size, all on one PostgreSQL, in rounds that alternate between them. */
export async function run(world: World, say: (line: string) => void): Promise<SectionResult> {
  const sizes: Size[] = [];
  try {
    for (const exponent of settings.growthExponents) sizes.push(await openSize(world, exponent, say));
    await warmUpAll(sizes, say);
    // Background jobs may scan a small table, where this is faster than an index.
    const { name, database } = sizes.at(-1)!;
    const before = await sequentialScans(database.owner);
    const samples = await measureAll(sizes, say);
    const scans: string[] = [];
    for (const [table, count] of await sequentialScans(database.owner)) {
      const more = count - (before.get(table) ?? 0);
      if (more > 0) scans.push(`${table} at ${name}: ${more}`);
    }
    const audit = await auditSmallest(sizes[0]!);
    return report(sizes, samples, scans, audit);
  } finally {
    for (const { node, database } of sizes) {
      await node.stop();
      await database.drop();
    }
  }
}

async function openSize(world: World, exponent: number, say: (line: string) => void): Promise<Size> {
  const count = 10 ** exponent;
  const name = `10^${exponent}`;
  say(`loading ${name} identities`);
  const database = await world.createDatabase(`growth_${exponent}`);
  try {
    await database.migrate();
    const started = performance.now();
    await populate(database.owner, count);
    const loadSeconds = (performance.now() - started) / 1000;
    const { rows } = await database.owner.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    const node = await database.startNode();
    const wallet = await openWallet(database.owner, node.origin);
    const stride = count / takingPart;
    const playerAt = (index: number) => 1 + (index % takingPart) * stride;
    const target = (path: Path, request: (index: number) => Buffer): Target => ({
      name: `${path} at ${name}`,
      port: node.port,
      processIds: [node.processId],
      yardstick: '',
      next: cycle(Array.from({ length: takingPart * editions }, (_, index) => request(index))),
    });
    const cookieAt = (index: number) => wallet.cookieOf(playerAt(index), Math.floor(index / takingPart));
    const read = (index: number, path: string) =>
      requestBytes({ path, port: node.port, headers: { cookie: cookieAt(index) } });
    const targets: Record<Path, Target> = {
      [paths[0]]: target(paths[0], (index) => read(index, '/v1/identity/me')),
      [paths[1]]: target(paths[1], (index) =>
        requestBytes({
          method: 'POST',
          path: '/v1/fiat/sends',
          port: node.port,
          headers: { cookie: cookieAt(index), ...json },
          body: JSON.stringify({
            to: pidOfPlayer(playerAt(index + takingPart / 2)),
            amount: 1000,
          }),
        }),
      ),
      [paths[2]]: target(paths[2], (index) => read(index, '/v1/fiat/statement?limit=50')),
    };
    const plans = await explainHotStatements(database.owner, count);
    return {
      name,
      count,
      database,
      node,
      targets,
      loadSeconds,
      gigabytes: Number(rows[0]!.bytes) / 1e9,
      plans,
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

async function warmUpAll(sizes: readonly Size[], say: (line: string) => void): Promise<void> {
  // Twice, because each size has a separate node and database: in the second pass the pages of all three
  // paths are in memory.
  for (const pass of ['warming up', 'warming up again']) {
    say(pass);
    for (const { targets } of sizes) for (const path of paths) await warmUp(targets[path], connections);
  }
}

async function measureAll(
  sizes: readonly Size[],
  say: (line: string) => void,
): Promise<Map<string, Sample[]>> {
  const { rounds, seconds } = settings.growth;
  const samples = new Map<string, Sample[]>();
  for (let round = 0; round < rounds; round += 1) {
    say(`round ${round + 1} of ${rounds}`);
    for (const path of paths) {
      for (const { targets } of round % 2 === 0 ? sizes : sizes.toReversed()) {
        const sample = await measure(targets[path], connections, seconds);
        samples.set(targets[path].name, [...(samples.get(targets[path].name) ?? []), sample]);
      }
    }
  }
  return samples;
}

/**
 * Audits the smallest database. Its ledger was loaded by formula and then used by the service, and must be
 * consistent.
 */
async function auditSmallest({ database, name }: Size): Promise<string> {
  const db = openDatabase({ connectionString: database.url, poolSize: 2, log: createLogger('silent') });
  try {
    const { counts, seconds, findings } = await auditLedger({ db, clock: systemClock, topUps: topUpRecords });
    if (findings.length > 0) throw new Error(`the audit found ${JSON.stringify(findings[0])}`);
    return `The audit of ${name} (${counts.entries.toLocaleString('en')} entries, sends of this run included) took ${seconds.toFixed(1)} s and found nothing.`;
  } finally {
    await db.close();
  }
}

function report(
  sizes: readonly Size[],
  samples: ReadonlyMap<string, readonly Sample[]>,
  scans: readonly string[],
  audit: string,
): SectionResult {
  const of = (size: Size, path: Path, key: keyof Sample) =>
    median(samples.get(size.targets[path].name)!.map((sample) => sample[key]));
  const cost = (size: Size, path: Path) => of(sizes[0]!, path, 'perSecond') / of(size, path, 'perSecond');
  const largest = sizes.at(-1)!;
  const tables: Table[] = paths.map((path) => ({
    title: path,
    columns: [
      'identities',
      'requests/s',
      'cost against 10^4',
      'p50 ms',
      'p99 ms',
      'processor µs/request of the service',
    ],
    rows: sizes.map((size) => [
      size.name,
      Math.round(of(size, path, 'perSecond')),
      cost(size, path).toFixed(2),
      of(size, path, 'p50').toFixed(2),
      of(size, path, 'p99').toFixed(2),
      of(size, path, 'processorMicros').toFixed(0),
    ]),
  }));
  tables.push({
    title: 'What was loaded',
    columns: ['identities', 'ledger entries', 'database, GB', 'loaded and vacuumed in, s'],
    rows: sizes.map(({ name, count, gigabytes, loadSeconds }) => [
      name,
      entriesOf(count),
      gigabytes.toFixed(2),
      loadSeconds.toFixed(1),
    ]),
  });
  const bad = sizes.flatMap(({ name, plans }) => plans.map((plan) => `${plan} at ${name}`));
  const figures = paths.map((path): Figure => ({
    name: `cost of ${path} at ${largest.name} against 10^4`,
    wanted: { atMost: 1.3 },
    reached: cost(largest, path),
    ...(largest.count < 1e7 ? { remark: 'Asked for at 10^7: `BENCH_GROWTH=7 npm run bench -- growth`' } : {}),
  }));
  figures.push({
    name: 'sequential scans of tables that grow, in plans and counted while measuring',
    wanted: { atMost: 0 },
    reached: bad.length + scans.length,
  });
  return {
    tables,
    figures,
    notes: [
      `${takingPart.toLocaleString('en')} players with two tokens each, spread over all identities, are active at every size, with ${connections} requests in flight. Each size has its own database and node on one PostgreSQL (shared_buffers ${sharedBuffers}, a quarter of memory), and rounds alternate between them.`,
      bad.length + scans.length === 0
        ? 'The plans of these statements use only indexes, and PostgreSQL counted no sequential scan of identities, sessions, profiles or the ledger during the measurement.'
        : `Sequential scans: ${[...bad, ...scans].join('; ')}.`,
      audit,
    ],
  };
}
