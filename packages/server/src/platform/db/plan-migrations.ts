import type pg from 'pg';
import { indexesOf } from './build-indexes.ts';
import { clientToPrimary } from './find-primary.ts';
import { findMissing, isView } from './migrate.ts';
import type { Schema, SqlFile } from './read-schema.ts';

/** Locks from weak to strong, with what waits for them. */
const locks = {
  'access share': 'blocks nothing',
  'row exclusive': 'blocks nothing',
  'share update exclusive': 'blocks nothing',
  share: 'blocks writes',
  'share row exclusive': 'blocks writes',
  'access exclusive': 'blocks reads and writes',
} as const;
export type Lock = keyof typeof locks;
const strength = Object.keys(locks) as Lock[];

/** One step of a migration on a table that exists already. */
export interface PlannedStep {
  readonly table: string;
  readonly lock: Lock;
  readonly blocks: string;
  readonly bytes: number;
  /** How long the lock is held, estimated by the size of the table. 0: a moment. */
  readonly seconds: number;
  readonly what: string;
}

export interface PlannedMigration {
  readonly name: string;
  /** The first line of the file: whether it is safe while nodes serve. */
  readonly safety: string;
  readonly steps: readonly PlannedStep[];
}

export interface MigrationPlan {
  readonly migrations: readonly PlannedMigration[];
  /** Functions that are replaced, which locks no table. */
  readonly functions: readonly string[];
  /** Views that are replaced, each under an access exclusive lock on the view. */
  readonly views: readonly string[];
  readonly sessionsEnd: boolean;
}

/** Measured on two cores with cold caches. */
const scannedBytesPerSecond = 200e6;
const indexedBytesPerSecond = 50e6;
/** Rows that are written into another table with an index, at worst one for every 20 bytes. */
const copiedBytesPerSecond = 1e6;

/** Describes what `migrate` would do, without changing or locking anything. */
export async function planMigrations(connectionString: string, schema: Schema): Promise<MigrationPlan> {
  const client = await clientToPrimary(connectionString, { application_name: 'pid migrate --plan' });
  await client.connect();
  try {
    const { migrations, functions } = await findMissing(client, schema);
    const planned: PlannedMigration[] = [];
    for (const migration of migrations) planned.push(await planOne(client, migration));
    return {
      migrations: planned,
      functions: functions.filter((file) => !isView(file)).map(({ name }) => name),
      views: functions.filter(isView).map(({ name }) => name),
      sessionsEnd: migrations.some(({ sql }) => /^-- .*\bSessions end\b/m.test(sql)),
    };
  } finally {
    await client.end();
  }
}

async function planOne(client: pg.Client, migration: SqlFile): Promise<PlannedMigration> {
  const built = new Set(indexesOf(migration).map(({ name }) => name));
  const steps: PlannedStep[] = [];
  for (const taken of locksOf(migration, built)) {
    const { rows } = await client.query<{ bytes: bigint | null }>(
      'select pg_table_size(to_regclass($1))::bigint as bytes',
      [taken.table],
    );
    if (rows[0]!.bytes === null) continue;
    const bytes = Number(rows[0]!.bytes);
    steps.push({
      ...taken,
      blocks: locks[taken.lock],
      bytes,
      seconds: taken.bytesPerSecond === null ? 0 : Math.ceil(bytes / taken.bytesPerSecond),
    });
  }
  return {
    name: migration.name,
    safety:
      /^-- (Safe while nodes serve: .*)$/m.exec(migration.sql)?.[1] ?? 'Says nothing of nodes that serve.',
    steps,
  };
}

interface TakenLock {
  readonly table: string;
  readonly lock: Lock;
  readonly what: string;
  /** Null: the statement does not read the table. */
  readonly bytesPerSecond: number | null;
}

/** The locks that the statements of a migration take, by the rules of PostgreSQL's manual (chapter Explicit Locking). */
export function locksOf(migration: SqlFile, builtBefore: ReadonlySet<string> = new Set()): TakenLock[] {
  const created = new Set<string>();
  const found: TakenLock[] = [];
  const add = (table: string | undefined, lock: Lock, what: string, bytesPerSecond: number | null = null) => {
    if (table !== undefined && !created.has(table)) found.push({ table, lock, what, bytesPerSecond });
  };
  for (const statement of statementsOf(migration.sql)) {
    const table =
      /^(?:create table|alter table|insert into|update|delete from|drop table)(?: if (?:not )?exists)? (\w+)/.exec(
        statement,
      )?.[1];
    for (const [, referenced] of statement.matchAll(/\breferences (\w+)/g))
      add(referenced, 'share row exclusive', 'adds a foreign key');
    if (statement.startsWith('create table')) created.add(table!);
    else if (statement.startsWith('alter table')) addAlter(statement, table!, add);
    else if (/^create (unique )?index/.test(statement)) {
      const [, name, on] = /index (?:if not exists )?(\w+) on (\w+)/.exec(statement)!;
      if (builtBefore.has(name!))
        add(on, 'share update exclusive', `builds ${name} beside the load`, indexedBytesPerSecond);
      else add(on, 'share', `builds ${name}`, indexedBytesPerSecond);
    } else if (statement.startsWith('create trigger'))
      add(/ on (\w+)/.exec(statement)?.[1], 'share row exclusive', 'adds a trigger');
    else if (statement.startsWith('comment on'))
      add(
        /^comment on (?:table|column) (\w+)/.exec(statement)?.[1],
        'share update exclusive',
        'describes it',
      );
    else if (/^(?:drop table|drop trigger)/.test(statement))
      add(table ?? / on (\w+)/.exec(statement)?.[1], 'access exclusive', 'drops it');
    else if (/^(?:insert into|update|delete from)/.test(statement)) {
      add(
        table,
        'row exclusive',
        'changes rows',
        /^(?:update|delete)/.test(statement) ? scannedBytesPerSecond : null,
      );
      if (statement.startsWith('insert'))
        for (const [, read] of statement.matchAll(/\b(?:from|join) (?!lateral\b)(\w+)\b(?!\()/g))
          add(read, 'access share', 'copies its rows', copiedBytesPerSecond);
    } else
      for (const [, named] of statement.matchAll(/\block table ([\w, ]+) in access exclusive mode/g))
        for (const each of named!.split(', ')) add(each, 'access exclusive', 'locks it');
  }
  return strongestOf(found);
}

function addAlter(
  statement: string,
  table: string,
  add: (table: string, lock: Lock, what: string, bytesPerSecond?: number | null) => void,
): void {
  if (/^alter table (?:only )?\w+ validate constraint \w+$/.test(statement))
    add(table, 'share update exclusive', 'checks all rows', scannedBytesPerSecond);
  else {
    const scans =
      /\badd (?:constraint|check|foreign key)/.test(statement) && !/\bnot valid\b/.test(statement);
    const rewrites = /\balter column \w+ (?:set data )?type\b/.test(statement);
    add(
      table,
      'access exclusive',
      rewrites ? 'rewrites it' : scans ? 'changes it and checks all rows' : 'changes it',
      rewrites || scans ? scannedBytesPerSecond : null,
    );
  }
}

/** The strongest lock of each table, in the order of the statements. */
function strongestOf(found: readonly TakenLock[]): TakenLock[] {
  const byTable = new Map<string, TakenLock>();
  for (const taken of found) {
    const known = byTable.get(taken.table);
    const isStronger = !known || strength.indexOf(taken.lock) > strength.indexOf(known.lock);
    const reads = taken.bytesPerSecond ?? known?.bytesPerSecond ?? null;
    if (isStronger) byTable.set(taken.table, { ...taken, bytesPerSecond: reads });
    else byTable.set(taken.table, { ...known, bytesPerSecond: known.bytesPerSecond ?? reads });
  }
  return [...byTable.values()];
}

/** Statements without comments. Bodies between `$$` stay whole. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;(?=(?:[^$]|\$(?!\$))*(?:\$\$(?:[^$]|\$(?!\$))*\$\$(?:[^$]|\$(?!\$))*)*$)/)
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}
