import { randomUUID } from 'node:crypto';
import { measure, requestBytes, warmUp, type Sample, type Target } from '../support/load.ts';
import { openPaymentRig, total, type PaymentRig } from '../support/payment-rig.ts';
import { pidOfPlayer } from '../support/players.ts';
import { processorMicros } from '../support/processes.ts';
import type { SectionResult, Table } from '../support/results.ts';
import { settings } from '../support/settings.ts';
import { json } from '../support/targets.ts';
import type { World } from '../support/world.ts';

export const title = 'Cost per operation, and sizing';

const connections = 32;
const perSecondMax = 12_000;
const idleSeconds = 2;
/** PostgreSQL reports the statistics of an idle connection after ten seconds. */
const statisticsSeconds = 11;

/** What an active player does on a day, and what the figures of a deployment follow from. */
const daily = { read: 50, statement: 2, send: 2, purchase: 0.5 } as const;
const activeShare = 0.1;
const peakFactor = 5;
/** Processors are planned to be this busy at the peak. */
const utilization = 0.5;
/** Identity, profile, login, account and one and a half sessions (docs/operations.md, A hundred million identities). */
const bytesAtRest = 1530;
const hotBytes = 1500;

/** The machines to plan for: `BENCH_NODE_CORES`, `BENCH_DATABASE_CORES` and `BENCH_DATABASE_GB`. */
const hardware = {
  nodeCores: Number(process.env['BENCH_NODE_CORES'] ?? 4),
  databaseCores: Number(process.env['BENCH_DATABASE_CORES'] ?? 16),
  databaseGb: Number(process.env['BENCH_DATABASE_GB'] ?? 64),
};

interface Cost extends Sample {
  readonly databaseMicros: number;
  readonly walBytes: number;
  readonly transactions: number;
  readonly storedBytes: number;
  readonly roundTrips: number;
  /** Requests of PostgreSQL to the system, including those of a checkpoint after the run. */
  readonly reads: number;
  readonly writes: number;
  readonly syncs: number;
}

const names = {
  read: 'read: identity/me',
  statement: 'statement page',
  send: 'send with Idempotency-Key',
  create: 'payment created',
  confirm: 'payment confirmed',
  capture: 'payment captured',
} as const;
type Name = keyof typeof names;

export async function run(world: World, say: (line: string) => void): Promise<SectionResult> {
  const rig = await openPaymentRig(world, { countsRoundTrips: true });
  try {
    const costs = {} as Record<Name, Cost>;
    for (const [name, target] of Object.entries(makeTargets(rig)) as [Name, Target][]) {
      say(target.name);
      await warmUp(target, connections);
      costs[name] = await costOf(rig, target);
    }
    return {
      figures: [],
      tables: [costTable(costs), sizeTable(costs)],
      notes: [
        `${connections} in flight. Processor time, write-ahead log, transactions and growth of the database are counted over the run and divided by the requests; requests that share a commit share its cost. Round trips are those of the node to PostgreSQL. Reads, writes and fsyncs are those of \`pg_stat_io\`, with a checkpoint before and after each run: a checkpoint every 15 minutes writes a page once that many operations changed, so fewer.`,
        `Assumptions: ${activeShare * 100}% of the players are active on a day, each with ${daily.read} reads, ${daily.statement} statement pages, ${daily.send} sends and ${daily.purchase} purchases (created, confirmed, captured); the peak is ${peakFactor} times the mean; processors are ${utilization * 100}% busy at the peak. Other machines: \`BENCH_NODE_CORES\`, \`BENCH_DATABASE_CORES\`, \`BENCH_DATABASE_GB\`. Cores are those of the machine that measured.`,
      ],
    };
  } finally {
    await rig.close();
  }
}

function makeTargets(rig: PaymentRig): Record<Name, Target> {
  const { node, wallet, apps } = rig;
  const base = { port: node.port, processIds: [node.processId] };
  const request = (method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: unknown) =>
    requestBytes({
      method,
      path,
      port: node.port,
      headers: body === undefined ? headers : { ...json, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const target = (name: Name, next: () => Buffer, prepare?: Target['prepare']): Target => ({
    ...base,
    name: names[name],
    yardstick: names[name],
    next,
    ...(prepare && { prepare }),
  });
  const enough = (seconds: number) => Math.ceil(seconds * perSecondMax) + 2 * connections;
  const [open, held] = [rig.supply('manual', apps), rig.supply('held', apps)];
  const cookie = () => ({ cookie: wallet.cookieOf(rig.nextPlayer()) });
  let created = 0;
  return {
    read: target('read', () => request('GET', '/v1/identity/me', cookie())),
    statement: target('statement', () => request('GET', '/v1/fiat/statement?limit=20', cookie())),
    send: target('send', () => {
      const player = rig.nextPlayer();
      const headers = { cookie: wallet.cookieOf(player), 'idempotency-key': randomUUID() };
      return request('POST', '/v1/fiat/sends', headers, {
        to: pidOfPlayer(player === 2 ? 3 : player - 1),
        amount: 1000,
      });
    }),
    create: target('create', () => {
      created += 1;
      const app = apps[created % apps.length]!;
      const order = { reference: `sized-${created}`, amount: 1000, description: 'A golden sword' };
      const headers = { authorization: `Bearer ${app.machine}` };
      return request('POST', `/v1/apps/${app.clientId}/payments`, headers, order);
    }),
    confirm: target(
      'confirm',
      () => {
        const { id, player } = open.next();
        const headers = { cookie: wallet.cookieOf(player) };
        return request('POST', `/v1/payments/${id}/confirm`, headers, { expectedTotal: total });
      },
      (seconds) => open.ensure(enough(seconds)),
    ),
    capture: target(
      'capture',
      () => {
        const { id, app } = held.next();
        const headers = { authorization: `Bearer ${app.machine}` };
        return request('POST', `/v1/apps/${app.clientId}/payments/${id}/capture`, headers, {});
      },
      (seconds) => held.ensure(enough(seconds)),
    ),
  };
}

interface DiskCounters {
  readonly reads: number;
  readonly writes: number;
  readonly syncs: number;
}

/** Also of the write-ahead log, which `pg_stat_io` counts since PostgreSQL 18. */
async function readDisk({ database }: PaymentRig): Promise<DiskCounters> {
  await database.checkpoint();
  await new Promise((resolve) => setTimeout(resolve, statisticsSeconds * 1000));
  const { rows } = await database.owner.query<Record<keyof DiskCounters, string>>(
    `select coalesce(sum(reads), 0) as reads, coalesce(sum(writes), 0) + coalesce(sum(extends), 0) as writes,
       coalesce(sum(fsyncs), 0) as syncs from pg_stat_io`,
  );
  const { reads, writes, syncs } = rows[0]!;
  return { reads: Number(reads), writes: Number(writes), syncs: Number(syncs) };
}

interface Counters {
  readonly micros: number;
  readonly wal: number;
  readonly transactions: number;
  readonly bytes: number;
  readonly roundTrips: number;
}

async function readCounters({ database, node }: PaymentRig): Promise<Counters> {
  const { rows } = await database.owner.query<{
    postmaster: string;
    wal: string;
    transactions: string;
    bytes: string;
  }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as postmaster, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal,
       (select xact_commit from pg_stat_database where datname = current_database()) as transactions, pg_database_size(current_database()) as bytes`,
  );
  const { postmaster, wal, transactions, bytes } = rows[0]!;
  return {
    micros: await processorMicros([Number(postmaster)]),
    wal: Number(wal),
    transactions: Number(transactions),
    bytes: Number(bytes),
    roundTrips: await node.roundTrips(),
  };
}

async function costOf(rig: PaymentRig, target: Target): Promise<Cost> {
  const { seconds } = settings.sizing;
  await target.prepare?.(seconds);
  const quietDisk = await readDisk(rig);
  const beforeDisk = await readDisk(rig);
  // The service's own jobs and PostgreSQL's processes also work while nothing is requested.
  const quiet = await readCounters(rig);
  await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1000));
  const before = await readCounters(rig);
  const sample = await measure(target, connections, seconds);
  const after = await readCounters(rig);
  const afterDisk = await readDisk(rig);
  const requests = sample.perSecond * seconds;
  const cost = (counter: keyof Counters) => {
    const idle = ((before[counter] - quiet[counter]) / idleSeconds) * seconds;
    return Math.max(0, (after[counter] - before[counter] - idle) / requests);
  };
  // Between two readings, nothing but the service's own jobs and a checkpoint used the disk.
  const wholeSeconds = statisticsSeconds + idleSeconds + seconds;
  const diskCost = (counter: keyof DiskCounters) => {
    const idle = ((beforeDisk[counter] - quietDisk[counter]) / statisticsSeconds) * wholeSeconds;
    return Math.max(0, (afterDisk[counter] - beforeDisk[counter] - idle) / requests);
  };
  return {
    ...sample,
    databaseMicros: cost('micros'),
    walBytes: cost('wal'),
    transactions: cost('transactions'),
    storedBytes: cost('bytes'),
    roundTrips: cost('roundTrips'),
    reads: diskCost('reads'),
    writes: diskCost('writes'),
    syncs: diskCost('syncs'),
  };
}

function costTable(costs: Record<Name, Cost>): Table {
  return {
    title: 'Cost of one operation',
    columns: [
      'operation',
      'requests/s',
      'node µs',
      'database µs',
      'WAL bytes',
      'transactions',
      'round trips',
      'disk reads',
      'disk writes',
      'fsyncs',
      'stored bytes',
      'p99 ms',
    ],
    rows: (Object.entries(costs) as [Name, Cost][]).map(([name, cost]) => [
      names[name],
      Math.round(cost.perSecond),
      Math.round(cost.processorMicros),
      Math.round(cost.databaseMicros),
      Math.round(cost.walBytes),
      cost.transactions.toFixed(2),
      cost.roundTrips.toFixed(1),
      cost.reads.toFixed(2),
      cost.writes.toFixed(2),
      cost.syncs.toFixed(3),
      Math.round(cost.storedBytes),
      cost.p99.toFixed(1),
    ]),
  };
}

/** Operations of one active player on a day. */
const perDay: Record<Name, number> = {
  read: daily.read,
  statement: daily.statement,
  send: daily.send,
  create: daily.purchase,
  confirm: daily.purchase,
  capture: daily.purchase,
};

function sizeTable(costs: Record<Name, Cost>): Table {
  const sum = (value: (cost: Cost) => number) =>
    (Object.entries(costs) as [Name, Cost][]).reduce(
      (whole, [name, cost]) => whole + perDay[name] * value(cost),
      0,
    );
  const columns = [1e6, 1e7, 1e8].map((players) => {
    const active = players * activeShare;
    const peakPerSecond = (active / 86_400) * peakFactor;
    const cores = (micros: number) => (peakPerSecond * micros) / 1e6 / utilization;
    const nodeCores = cores(sum(({ processorMicros: micros }) => micros));
    const databaseCores = cores(sum(({ databaseMicros }) => databaseMicros));
    const commits = peakPerSecond * sum(({ transactions }) => transactions);
    const disk = peakPerSecond * sum(({ reads, writes, syncs }) => reads + writes + syncs);
    const trips = peakPerSecond * sum(({ roundTrips }) => roundTrips);
    const hotGb = (active * hotBytes) / 1e9;
    const yearlyTb = (active * 365 * sum(({ storedBytes }) => storedBytes)) / 1e12;
    const nodes = Math.max(2, Math.ceil(nodeCores / hardware.nodeCores));
    return {
      nodes: `${nodes} with ${hardware.nodeCores} cores`,
      databaseCores: databaseCores.toFixed(1),
      memory: `${Math.ceil(hotGb * 4)} GB`,
      atRest: `${Math.ceil((players * bytesAtRest) / 1e9)} GB`,
      yearly: `${yearlyTb.toFixed(2)} TB`,
      wal: `${((active * sum(({ walBytes }) => walBytes)) / 1e9).toFixed(1)} GB`,
      commits: Math.ceil(commits),
      disk: Math.ceil(disk),
      trips: Math.ceil(trips),
      connections: nodes * hardware.nodeCores * 12,
      first: firstLimit(databaseCores, hotGb * 4, yearlyTb),
    };
  });
  const row = (label: string, key: keyof (typeof columns)[number]) => [
    label,
    ...columns.map((column) => column[key]),
  ];
  return {
    title: 'Players in all',
    columns: ['', '1 million', '10 million', '100 million'],
    rows: [
      row('nodes', 'nodes'),
      row('cores of PostgreSQL, busy at the peak', 'databaseCores'),
      row('memory of PostgreSQL', 'memory'),
      row('disk at rest', 'atRest'),
      row('disk, growth per year', 'yearly'),
      row('write-ahead log per day', 'wal'),
      row('transactions per second at the peak', 'commits'),
      row('round trips to PostgreSQL per second at the peak', 'trips'),
      row('disk operations per second at the peak (reads, writes, fsyncs)', 'disk'),
      row('connections (pool of 10)', 'connections'),
      row(
        `full first, with ${hardware.databaseCores} cores and ${hardware.databaseGb} GB for PostgreSQL`,
        'first',
      ),
    ],
  };
}

function firstLimit(cores: number, gb: number, yearlyTb: number): string {
  if (cores > hardware.databaseCores) return 'processor of PostgreSQL';
  if (gb > hardware.databaseGb) return 'memory of PostgreSQL';
  return yearlyTb > 1 ? 'disk, and the time of a backup' : 'nothing';
}
