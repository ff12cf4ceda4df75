import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const insertScript = path.join(tmpdir(), 'pid-bench-insert.sql');

/** PostgreSQL's own benchmark, as the yardstick of this machine in this minute. */
export async function preparePgbench(url: string): Promise<void> {
  await run('pgbench', ['-i', '-q', '-s', '10', url]);
  await run('psql', [
    url,
    '-c',
    'create table bench_rows (id bigint generated always as identity primary key, value bigint)',
  ]);
  await writeFile(insertScript, 'insert into bench_rows (value) values (1);\n');
}

export function runTpcB(url: string, clients: number, seconds: number): Promise<number> {
  return rate(['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), url]);
}

export function runInsert(url: string, clients: number, seconds: number): Promise<number> {
  return rate([
    '-n',
    '-M',
    'prepared',
    '-f',
    insertScript,
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(seconds),
    url,
  ]);
}

async function rate(words: readonly string[]): Promise<number> {
  const { stdout } = await run('pgbench', words);
  return Number(/tps = ([\d.]+)/.exec(stdout)![1]);
}
