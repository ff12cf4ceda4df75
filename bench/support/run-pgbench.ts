import { execFile } from 'node:child_process';
import { ensureTool } from '../../test/support/ensure-tool.ts';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** PostgreSQL's pgbench, the yardstick for the speed of this machine at the time of the run. */
export interface Pgbench {
  tpcB(clients: number, seconds: number): Promise<number>;
  /** Runs one of the `scripts` and returns its rate per second. */
  script(name: ScriptName, clients: number, seconds: number): Promise<number>;
}

const accounts = 10_000;
const perCall = 64;
const ids = (count: number) => `(select array_agg(gen_random_uuid()) from generate_series(1, ${count}))`;
const fill = (value: string, count: number) => `array_fill(${value}, array[${count}])`;

/** The service's statement, run by pgbench: the rate that PostgreSQL reaches without the service. */
function sendsOf(count: number): string {
  const arrays = [
    ids(count),
    fill('1', count),
    fill('2', count),
    fill('0', count),
    fill('1000::bigint', count),
    fill('100::bigint', count),
    fill('0::bigint', count),
    '(select array_agg(gen_random_uuid()::text) from generate_series(1, ' + count + '))',
    `array_fill(sha256('bench'), array[${count}])`,
    fill('null::text', count),
    fill('0', count),
  ];
  return `\\set payer random_zipfian(1, ${accounts - 1}, 1.01)
\\set payee random(:payer + 1, ${accounts})
select count(*) from ledger_post_sends(now(), false, 1::smallint, 9000000000000000, 1000000000000000, 1000000000000000, 'Asia/Jakarta', array[:payer, :payee, 9000000000000000001]::bigint[], ${arrays.join(', ')});
`;
}

const scripts = {
  insert: 'insert into bench_rows (value) values (1);\n',
  send: sendsOf(1),
  sends: sendsOf(perCall),
} as const;

type ScriptName = keyof typeof scripts;

/** Number of sends that one run of a script posts. */
export const sendsPerCall = { send: 1, sends: perCall } as const;

/** Returns null if pgbench is missing and cannot be installed. */
export async function openPgbench(url: string): Promise<Pgbench | null> {
  const program = ensureTool('pgbench', { debian: 'postgresql-contrib' });
  if (!program) return null;
  await run(program, ['-i', '-q', '-s', '10', url]);
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-pgbench-'));
  const fileOf = (name: string) => path.join(folder, `${name}.sql`);
  for (const [name, text] of Object.entries(scripts)) await writeFile(fileOf(name), text);
  const rate = async (clients: number, seconds: number, words: readonly string[] = []) => {
    const common = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(Math.ceil(seconds)),
    ];
    const { stdout } = await run(program, [...common, ...words, url]);
    const found = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (!found) throw new Error(`The output of pgbench contains no rate:\n${stdout}`);
    return Number(found);
  };
  return {
    tpcB: (clients, seconds) => rate(clients, seconds),
    script: (name, clients, seconds) => rate(clients, seconds, ['-f', fileOf(name)]),
  };
}
