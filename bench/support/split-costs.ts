import type pg from 'pg';
import { measure, type Sample, type Target } from './load.ts';
import { openPaymentRig, type PaymentRig } from './payment-rig.ts';
import type { Table } from './results.ts';
import { settings } from './settings.ts';
import { partNames, splitProfile } from './split-profile.ts';
import { openWorld } from './world.ts';

const statementsMax = 12;
const labelMax = 110;

interface Statement {
  readonly label: string;
  /** Statements inside functions; their time is also part of the function's. */
  readonly isNested: boolean;
  readonly calls: number;
  readonly micros: number;
}

interface Split {
  readonly name: string;
  readonly shares: ReadonlyMap<string, number>;
  readonly statements: readonly Statement[];
}

/**
 * Shows where the time of requests goes, on a node with a profiler and a PostgreSQL that counts statements. Both cost time, so the figures of a
 * section come from others: the shares of the parts are multiplied by `costs`, the processor time of the node in that section.
 */
export async function splitCosts(
  makeTargets: (rig: PaymentRig) => readonly Target[],
  costs: ReadonlyMap<string, Pick<Sample, 'processorMicros'>>,
  { names, connections }: { readonly names: readonly string[]; readonly connections: number },
): Promise<Table[]> {
  const world = await openWorld({
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track': 'all',
  });
  try {
    const rig = await openPaymentRig(world, { isProfiled: true });
    try {
      await rig.database.owner.query('create extension pg_stat_statements');
      const splits: Split[] = [];
      for (const target of makeTargets(rig))
        if (names.includes(target.name)) splits.push(await split(rig, target, connections));
      return [nodeTable(splits, costs), ...splits.map(statementTable)];
    } finally {
      await rig.close();
    }
  } finally {
    await world.close();
  }
}

async function split(rig: PaymentRig, target: Target, connections: number): Promise<Split> {
  const { seconds } = settings.split;
  await measure(target, connections, seconds);
  await target.prepare?.(seconds);
  await untilLogged(rig.database.owner);
  await rig.database.owner.query('select pg_stat_statements_reset()');
  let sample: Sample | null = null;
  const { prepare: _, ...prepared } = target;
  const profile = await rig.node.profile(async () => {
    sample = await measure(prepared, connections, seconds);
  });
  const requests = sample!.perSecond * seconds;
  return {
    name: target.name,
    shares: await splitProfile(profile),
    statements: await readStatements(rig.database.owner, requests),
  };
}

/** Waits until the public log contains what the preparation has posted. */
async function untilLogged(owner: pg.Client): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await owner.query<{ waits: boolean }>(
      `select exists (select from ledger_unlogged) or exists (select from log_heads where backfilled < backfill_until) as waits`,
    );
    if (!rows[0]!.waits) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The public log does not advance');
}

async function readStatements(owner: pg.Client, requests: number): Promise<Statement[]> {
  const { rows } = await owner.query<{ query: string; toplevel: boolean; calls: string; millis: number }>(
    `select query, toplevel, calls, total_exec_time as millis from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) order by total_exec_time desc limit $1`,
    [statementsMax],
  );
  return rows.map(({ query, toplevel, calls, millis }) => ({
    label: query.replaceAll(/\s+/g, ' ').trim().slice(0, labelMax),
    isNested: !toplevel,
    calls: Number(calls) / requests,
    micros: (millis * 1000) / requests,
  }));
}

function nodeTable(
  splits: readonly Split[],
  costs: ReadonlyMap<string, Pick<Sample, 'processorMicros'>>,
): Table {
  return {
    title: 'Where the processor time of the node goes, µs per request',
    columns: ['part', ...splits.map(({ name }) => name)],
    rows: partNames.map((part) => [
      part,
      ...splits.map(({ name, shares }) => Math.round(shares.get(part)! * costs.get(name)!.processorMicros)),
    ]),
  };
}

function statementTable({ name, statements }: Split): Table {
  return {
    title: `Where the time in PostgreSQL goes: ${name}`,
    columns: ['statement', 'in a function', 'runs per request', 'µs per request'],
    rows: statements.map(({ label, isNested, calls, micros }) => [
      label,
      isNested ? 'yes' : 'no',
      calls.toFixed(3),
      Math.round(micros),
    ]),
  };
}
