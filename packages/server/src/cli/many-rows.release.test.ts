import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCount, searchLimits } from '../../../../test/support/searches.ts';
import { interruptiblePid, runPid, type CommandResult } from '../../test/command-helper.ts';
import { openFiller, otherMasterKey } from '../../test/many-rows.ts';
import { databaseWithoutMonths } from '../../test/new-database.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { testMasterKey, testSealer } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';
import { openDatabase, serviceUrl } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';

/**
 * A release run uses a million rows and a process with little memory; `npm run deep commands` uses ten
 * million. A normal run uses few rows and small batches: a command that reads or changes all rows at once fails
 * it too.
 */
// The tests need several batches.
const rows = Math.max(700, runCount(700, 1_000_000));
const isLarge = rows >= 100_000;
const batchRows = isLarge ? 1000 : 100;
const heapMegabytes = 256;
if (searchLimits.timeout)
  vi.setConfig({ testTimeout: searchLimits.timeout, hookTimeout: searchLimits.timeout });

const service = await startTestService();
const filler = openFiller(service);
const { superuser } = filler;
const folder = await mkdtemp(path.join(tmpdir(), 'pid-many-'));
afterAll(() => rm(folder, { recursive: true }));
const midtrans = { PID_PAYMENT_PROVIDER: 'midtrans', PID_MIDTRANS_SERVER_KEY: 'SB-Mid-server-many' };
const environment = {
  PID_DATABASE_URL: serviceUrl(service.connectionString),
  PID_DATABASE_OWNER_URL: service.connectionString,
  PID_MASTER_KEY: testMasterKey,
  PID_LOG_LEVEL: 'silent',
};
const since = '2020-01-01';

interface Ran extends Omit<CommandResult, 'lines' | 'text'> {
  /** The number of lines on standard output, and those at its begin and end. */
  readonly printed: number;
  readonly first: string;
  readonly last: string;
}

/** Runs a command to its end: with many rows in a process of its own, whose memory is limited. */
async function pid(words: readonly string[], settings: Record<string, string> = environment): Promise<Ran> {
  const began = performance.now();
  const ran = isLarge ? await inProcess(words, settings) : await here(words, settings);
  if (isLarge)
    process.stdout.write(
      `${rows} rows: pid ${words.slice(0, 2).join(' ')} took ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
    );
  return ran;
}

async function here(words: readonly string[], settings: Record<string, string>): Promise<Ran> {
  const { code, lines, complaints } = await runPid(words, settings, undefined, { batchRows });
  const printed = lines.filter((line) => !complaints.includes(line));
  return { code, complaints, printed: printed.length, first: printed[0] ?? '', last: printed.at(-1) ?? '' };
}

async function inProcess(words: readonly string[], settings: Record<string, string>): Promise<Ran> {
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, main, ...words], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaints: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => void complaints.push(line));
  let [printed, first, last] = [0, '', ''];
  for await (const line of createInterface({ input: child.stdout })) {
    printed += 1;
    if (printed === 1) first = line;
    last = line;
  }
  const code = await new Promise<number>((resolve) =>
    child.exitCode === null ? child.once('exit', (ended) => resolve(ended ?? 255)) : resolve(child.exitCode),
  );
  return { code, complaints, printed, first, last };
}

const interruptible = (words: readonly string[], settings: Record<string, string> = environment) =>
  interruptiblePid(words, settings, batchRows);

/** Records the rows that each statement changes, and the statement timeout that it has. */
async function watchUpdates(table: string): Promise<() => Promise<{ most: number; timeouts: string[] }>> {
  await superuser.query(`create table watched_${table} (count bigint, timeout text)`);
  await superuser.query(`grant insert on watched_${table} to public`);
  await superuser.query(
    `create function watch_${table}() returns trigger language plpgsql as $$ begin
       insert into watched_${table} select count(*), current_setting('statement_timeout') from changed; return null; end $$`,
  );
  await superuser.query(
    `create trigger watched after update on ${table} referencing new table as changed for each statement execute function watch_${table}()`,
  );
  return async () => {
    const { rows: found } = await superuser.query<{ most: bigint; timeouts: string[] }>(
      `select max(count) as most, array_agg(distinct timeout) as timeouts from watched_${table}`,
    );
    await superuser.query(`drop table watched_${table}; drop function watch_${table} cascade`);
    return { most: Number(found[0]!.most), timeouts: found[0]!.timeouts };
  };
}

/** Holds a lock until the returned function is called, or the test has failed. */
async function hold(statement: string, values: readonly unknown[] = []): Promise<() => Promise<void>> {
  const client = await service.db.pool.connect();
  await client.query('begin');
  await client.query(statement, values as unknown[]);
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('rollback');
    client.release();
  };
  onTestFinished(release);
  return release;
}

/** Opens a session of somebody, by a clock that is ahead. */
async function openSession(ahead: string): Promise<void> {
  await superuser.query(
    `insert into sessions (id, identity_id, method, user_agent, created_at, authenticated_at, last_seen_at, refresh_hash, refresh_expires_at, family_expires_at)
     select gen_random_uuid(), identity_id, method, user_agent, now() + $1::interval, authenticated_at, last_seen_at, refresh_hash, refresh_expires_at, family_expires_at
     from sessions limit 1`,
    [ahead],
  );
}

const countOf = async (sql: string) =>
  Number((await superuser.query<{ count: bigint }>(`select count(*) ${sql}`)).rows[0]!.count);

beforeAll(async () => {
  await filler.people(rows);
});

describe('pid breach list', () => {
  const list = ['breach', 'list', '--since', since];

  test('lists everybody', async () => {
    const people = await countOf(
      'from identities i where exists (select from audit_events a where a.identity_id = i.id)',
    );
    const { code, printed, last } = await pid(list);
    expect([code, printed, last.replaceAll(',', '')]).toEqual([
      0,
      people + 1,
      expect.stringMatching(`^${people} players`),
    ]);
    if (!isLarge)
      expect(
        (JSON.parse((await runPid([...list, '--json'], environment)).text) as { people: [] }).people,
      ).toHaveLength(people);
  });

  test('prints while it reads, stops at once, and continues after the last line', async () => {
    const { start, stop } = interruptible(list);
    const { code, lines, complaints } = await start((count) => count === 150 && stop());
    expect([code, lines.length - complaints.length]).toEqual([130, 150]);
    const [, after] = /--after (\S+) /.exec(complaints[0]!)!;
    expect(lines[149]!.split('\t')[0]).toBe(after);
    const [whole, rest] = [await pid(list), await pid([...list, '--after', after!])];
    expect(rest.printed).toBe(whole.printed - 150);
  });

  test('ends quietly when nobody reads the output any more', async () => {
    const { start, stop } = interruptible(list);
    const { code, lines } = await start((count) => count === 10 && stop('output closed'));
    expect([code, lines.length]).toEqual([0, 10]);
  });
});

describe('pid audit export', () => {
  test('exports every event, as JSON lines and as CSV', async () => {
    const events = await countOf('from audit_events');
    expect(await pid(['audit', 'export'])).toMatchObject({ code: 0, printed: events });
    expect(await pid(['audit', 'export', '--format', 'csv'])).toMatchObject({ code: 0, printed: events + 1 });
  });

  test('finds the few events of one player', async () => {
    expect(await pid(['audit', 'export', '--pid', 'm00000007@pid'])).toMatchObject({ code: 0, printed: 1 });
  });

  test('stops at once and continues after an id', async () => {
    const { start, stop } = interruptible(['audit', 'export']);
    const { code, lines, complaints } = await start((count) => count === 150 && stop());
    expect([code, lines.length - complaints.length]).toEqual([130, 150]);
    const [, after] = /--after (\d+)\./.exec(complaints[0]!)!;
    expect(JSON.parse(lines[149]!)).toMatchObject({ id: after });
    const left = (await countOf('from audit_events')) - 150;
    expect(await pid(['audit', 'export', '--after', after!])).toMatchObject({ code: 0, printed: left });
  });
});

test.each([
  ['children', 'family.linked'],
  ['emoney', 'tier.registered'],
])('pid report %s prints every event while it reads, and stops at once', async (report, action) => {
  await filler.auditEvents(rows, action);
  const { code, printed, first } = await pid(['report', report, '--json']);
  // The first line has the figures and an event, and the last one ends the object.
  expect([code, printed, first]).toEqual([0, rows + 1, expect.stringContaining('"method":"a code"')]);
  const { start, stop } = interruptible(['report', report]);
  const { code: interrupted, complaints } = await start((count) => count === 150 && stop());
  expect([interrupted, complaints]).toEqual([
    130,
    [expect.stringMatching(/^Interrupted after 1\d\d events\./)],
  ]);
});

test('pid security-log follow prints every event, and continues after the line at which it was stopped', async () => {
  await filler.securityEvents(rows);
  const events = await countOf('from security_events');
  expect(await pid(['security-log', 'follow', '--once'])).toMatchObject({ code: 0, printed: events });
  const { start, stop } = interruptible(['security-log', 'follow']);
  const { code, lines, complaints } = await start((count) => count === 150 && stop());
  const { id } = JSON.parse(lines[149]!) as { id: string };
  expect([code, complaints]).toEqual([0, [`Stopped after the id ${id}. To continue, add --after ${id}.`]]);
  expect(await pid(['security-log', 'follow', '--once', '--after', id])).toMatchObject({
    code: 0,
    printed: events - 150,
  });
});

describe('pid sessions end --all', () => {
  const end = ['sessions', 'end', '--all', '--yes'];

  test('ends a batch at a time, keeps what it has done when it is interrupted, and is repeated for the rest', async () => {
    const active = await countOf('from sessions where ended_at is null');
    const { rows: ids } = await superuser.query<{ id: string }>(
      'select id from sessions where ended_at is null order by id offset $1 limit 1',
      [batchRows * 2 + 1],
    );
    const { start, stop } = interruptible(end);
    const release = await hold('select from sessions where id = $1 for update', [ids[0]!.id]);
    const running = start();
    await untilBlocked(service.db);
    stop();
    await release();
    const { code, complaints } = await running;
    expect([code, complaints[0]]).toEqual([130, expect.stringContaining('Run the command again')]);
    expect(await countOf('from sessions where ended_at is null')).toBe(active - 3 * batchRows);
  });

  test('ends the rest with its own timeout, also sessions of a node whose clock is ahead', async () => {
    const seen = await watchUpdates('sessions');
    await openSession('1 hour');
    expect((await pid(end)).code).toBe(0);
    expect(await countOf('from sessions where ended_at is null')).toBe(0);
    expect(await seen()).toEqual({ most: batchRows, timeouts: ['1h'] });
    const { rows: audited } = await superuser.query<{ step: string }>(
      "select details ->> 'step' as step from audit_events where action = 'sessions.ended' order by id",
    );
    expect(audited.map(({ step }) => step)).toEqual(['begun', 'ended', 'begun', 'ended']);
  });

  test('two operators end every session once, and no session that is opened meanwhile', async () => {
    await superuser.query(
      `update sessions set ended_at = null where id in (select id from sessions limit ${5 * batchRows})`,
    );
    const { rows: ids } = await superuser.query<{ id: string }>(
      'select id from sessions where ended_at is null order by id limit 1',
    );
    const release = await hold('select from sessions where id = $1 for update', [ids[0]!.id]);
    const both = [interruptible(end).start(), interruptible(end).start()];
    await untilBlocked(service.db, 2);
    await openSession('2 hours');
    await release();
    const ended = (await Promise.all(both)).map(({ code, text }) => {
      expect([code, text]).toEqual([0, expect.stringContaining('sessions were ended')]);
      return Number(/^([\d,]+) sessions/.exec(text)![1]!.replaceAll(',', ''));
    });
    expect(ended[0]! + ended[1]!).toBe(5 * batchRows);
    expect(await countOf('from sessions where ended_at is null')).toBe(1);
  });
});

describe('pid keys reseal', () => {
  test('seals a batch at a time, can be interrupted, and leaves nothing to the previous key', async () => {
    await filler.bankDetails(rows, testSealer);
    const { text } = otherMasterKey();
    const settings = { ...environment, PID_MASTER_KEY: text, PID_MASTER_KEY_PREVIOUS: testMasterKey };
    const { rows: ids } = await superuser.query<{ id: string }>(
      'select id from settlements order by id offset $1 limit 1',
      [batchRows + 1],
    );
    const { start, stop } = interruptible(['keys', 'reseal'], settings);
    const release = await hold('select from settlements where id = $1 for update', [ids[0]!.id]);
    const running = start();
    await untilBlocked(service.db);
    stop();
    await release();
    expect(await running).toMatchObject({
      code: 130,
      complaints: [expect.stringContaining('Keep PID_MASTER_KEY_PREVIOUS')],
    });
    const left = await countOf(`from settlements where master_key = '${testSealer.masterKey}'`);
    expect(left).toBe(rows - 2 * batchRows);
    const seen = await watchUpdates('settlements');
    expect((await pid(['keys', 'reseal'], settings)).code).toBe(0);
    expect(await countOf(`from settlements where master_key = '${testSealer.masterKey}'`)).toBe(0);
    expect(await seen()).toEqual({ most: batchRows, timeouts: ['1h'] });
    // For the tests below, which use the key of all tests.
    const back = { ...environment, PID_MASTER_KEY_PREVIOUS: text };
    expect((await pid(['keys', 'reseal'], back)).code).toBe(0);
    await superuser.query("set session_replication_role = 'replica'");
    await superuser.query('delete from settlements');
    await superuser.query("set session_replication_role = 'origin'");
  });
});

describe('pid ledger', () => {
  test('audit checks every entry, and Ctrl-C cancels the running check', async () => {
    await filler.sends(Math.ceil(rows / 2));
    for (const words of [[], ['--full']]) {
      const whole = await pid(['ledger', 'audit', ...words]);
      expect([whole.code, whole.first]).toEqual([0, expect.stringContaining('The ledger is whole')]);
    }
    const { start, stop } = interruptible(['ledger', 'audit']);
    const release = await hold('lock table ledger_suspense in access exclusive mode');
    const running = start();
    await untilBlocked(service.db);
    stop();
    expect(await running).toMatchObject({ code: 130, complaints: [expect.stringContaining('Interrupted')] });
    await release();
  });

  test('settle compares every line with the books, and recover every notice', async () => {
    await filler.topUps(rows, 'midtrans');
    const settings = { ...environment, ...midtrans };
    const file = path.join(folder, 'settlement.csv');
    await writeFile(file, rows);
    const settle = ['ledger', 'settle', file, '--from', '2020-01-01', '--until', '2100-01-01'];
    const agreed = await pid(settle, settings);
    expect([agreed.code, agreed.last]).toEqual([0, expect.stringContaining('The file and the books agree')]);
    // The last charge of the month is in both; those before it are only in the books.
    await writeFile(file, rows, (n) => n === 1 || n === rows);
    const differing = await pid(settle, settings);
    expect([differing.code, differing.printed]).toEqual([1, rows - 2]);
    const { start, stop } = interruptible(settle, settings);
    const stopped = await start((count) => count === 50 && stop());
    expect([stopped.code, stopped.lines.length, stopped.complaints]).toEqual([
      130,
      51,
      ['Interrupted after 50 differences. Run the command again; it changes nothing.'],
    ]);
    await writeFile(file, rows);
    const recovered = await pid(['ledger', 'recover', '--since', since, '--file', file], settings);
    expect([recovered.code, recovered.last]).toEqual([0, 'Nothing that was paid since then is missing.']);
  });
});

describe('pid settlements', () => {
  const administrator = newPlayer(service);
  const settingsOf = async () => ({ ...environment, PID_ADMINS: (await administrator).pid });
  const by = async () => ['--as', (await administrator).handle, '--yes'];

  test('import works through every line, and completes although nobody reads its output', async () => {
    const file = path.join(folder, 'results.csv');
    await writeLines(file, 'settlement,status,reference', rows, (n) => `${n},paid,BCA-${n}`);
    const settings = await settingsOf();
    const whole = await pid(['settlements', 'import', file, ...(await by())], settings);
    expect([whole.code, whole.printed, whole.last]).toEqual([
      1,
      rows,
      `line ${rows + 1}  ${rows}  refused: settlement must be its id`,
    ]);
    // This process keeps all lines that the command prints.
    const kept = Math.min(rows, 20_000);
    await writeLines(file, 'settlement,status,reference', kept, (n) => `${n},paid,BCA-${n}`);
    const { start, stop } = interruptible(['settlements', 'import', file, ...(await by())], settings);
    const unread = await start((count) => count === 10 && stop('output closed'));
    expect([unread.code, unread.lines.length - unread.complaints.length]).toEqual([1, kept]);
  });

  test('recover stops at Ctrl-C after the line that it has recorded', async () => {
    const file = path.join(folder, 'left.csv');
    const head = 'settlement,amount,bankCode,accountNumber,holderName,clientId';
    await writeLines(file, head, rows, (n) => `${n},1000,BCA,1234567890,PT Filled,app_x`);
    const { start, stop } = interruptible(
      ['settlements', 'recover', file, ...(await by())],
      await settingsOf(),
    );
    const { code, lines, complaints } = await start((count) => count === 10 && stop());
    expect([code, lines.length - complaints.length, complaints.at(-1)]).toEqual([
      130,
      10,
      'Interrupted after 10 lines, which stay booked. Run the command again: it books nothing twice.',
    ]);
  });

  test('abandon-provider changes a batch at a time, can be interrupted, and is repeated for the rest', async () => {
    await filler.bankDetails(rows, testSealer, 'xendit');
    const settings = await settingsOf();
    const abandon = ['settlements', 'abandon-provider', 'xendit', ...(await by())];
    const { rows: ids } = await superuser.query<{ id: string }>(
      'select id from settlements order by id offset $1 limit 1',
      [batchRows + 1],
    );
    const { start, stop } = interruptible(abandon, settings);
    const release = await hold('select from settlements where id = $1 for update', [ids[0]!.id]);
    const running = start();
    await untilBlocked(service.db);
    stop();
    await release();
    expect((await running).code).toBe(130);
    const abandoned = () => countOf("from settlements where problem = 'provider_off'");
    expect(await abandoned()).toBe(2 * batchRows);
    const seen = await watchUpdates('settlements');
    expect((await pid(abandon, settings)).code).toBe(0);
    expect([await abandoned(), await seen()]).toEqual([rows, { most: batchRows, timeouts: ['1h'] }]);
    const audited = await superuser.query<{ count: bigint }>(
      "select sum((details ->> 'count')::int) as count from audit_events where action = 'settlement.provider_abandoned'",
    );
    expect(Number(audited.rows[0]!.count)).toBe(rows);
  });
});

test('pid partitions move partitions a table of many rows', async () => {
  const ownerUrl = await databaseWithoutMonths();
  const owner = openDatabase({
    connectionString: ownerUrl,
    poolSize: 1,
    log: createLogger('silent'),
    patient: true,
  });
  onTestFinished(() => owner.close());
  await owner.query(
    "insert into audit_events (at, actor, action) select now() - n * interval '1 second', 'cli', 'old' from generate_series(1, $1::int) n",
    [rows],
  );
  const settings = {
    ...environment,
    PID_DATABASE_URL: serviceUrl(ownerUrl),
    PID_DATABASE_OWNER_URL: ownerUrl,
  };
  const { code, last } = await pid(['partitions', 'move', '--yes'], settings);
  expect([code, last]).toEqual([0, 'audit_events is now partitioned by month.']);
  const { rows: counted } = await owner.query<{ count: bigint }>(
    "select count(*) from audit_events where action = 'old'",
  );
  expect(Number(counted[0]!.count)).toBe(rows);
});

test('pid keys reset-master gives up a batch at a time', async () => {
  await service.service.close();
  await filler.bankDetails(rows, testSealer);
  await superuser.query('update sessions set ended_at = null');
  const seen = [await watchUpdates('settlements'), await watchUpdates('sessions')];
  const { rows: named } = await superuser.query<{ name: string }>('select current_database() as name');
  const reset = ['keys', 'reset-master', '--yes', '--database', named[0]!.name];
  const { code } = await pid(reset, { ...environment, PID_MASTER_KEY: otherMasterKey().text });
  expect(code).toBe(0);
  expect(await countOf("from settlements where account_number <> ''")).toBe(0);
  expect(await countOf('from sessions where ended_at is null')).toBe(0);
  for (const updates of seen) expect(await updates()).toEqual({ most: batchRows, timeouts: ['1h'] });
});

async function writeLines(file: string, head: string, count: number, lineOf: (n: number) => string) {
  const stream = createWriteStream(file);
  stream.write(`${head}\n`);
  for (let n = 1; n <= count; n += 1) if (!stream.write(`${lineOf(n)}\n`)) await once(stream, 'drain');
  stream.end();
  await finished(stream);
}

/** A settlement file with the orders that `openFiller` has inserted. */
async function writeFile(
  file: string,
  count: number,
  isListed: (n: number) => boolean = () => true,
): Promise<void> {
  const stream = createWriteStream(file);
  stream.write('Date & time,Order ID,Transaction ID,Transaction type,Channel,Transaction status,Amount\n');
  for (let n = 1; n <= count; n += 1) {
    if (!isListed(n)) continue;
    const id = createHash('md5')
      .update(`order ${n}`)
      .digest('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    if (!stream.write(`2026-01-01 10:00:00,${id},tx-${n},Payment,bank_transfer,settlement,1000.00\n`))
      await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}
