import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseCsvChunks, type CsvRow } from '../../packages/server/src/platform/csv.ts';
import { mainFile } from '../process/pid-process.ts';
import { between, chance, pick } from './careful-client.ts';
import type { MoneyWorld } from './money-world.ts';

export interface ExportedLine {
  readonly exportId: string;
  readonly id: string;
  readonly amount: number;
  readonly accountNumber: string;
}

export interface ImportedLine {
  readonly id: string;
  readonly status: 'paid' | 'failed';
  readonly reference: string;
}

export interface Operator {
  /** The lines of all files for the bank. */
  readonly exported: readonly ExportedLine[];
  /** The lines of all files with results, in the order of their import. */
  readonly imported: readonly ImportedLine[];
  readonly commandsKilled: number;
  /** Exports what was requested, and imports what the bank says about some of it. */
  work(): Promise<void>;
  /** Imports the rest. */
  finish(): Promise<void>;
}

const killShare = 0.25;
/** A failover on a slow machine takes minutes. */
const attemptsMax = 600;
/** What a command says while there is no primary. Every other refusal is a finding. */
const noPrimary = /database|connect|primary|recovery|read-only|terminat|shutting down|starting up/i;

/**
 * Uses `pid settlements` as people do. The commands are killed at random moments too: an interrupted export is
 * written again with `--again`, and an interrupted import is repeated.
 */
export function openOperator(world: MoneyWorld): Operator {
  const exported: ExportedLine[] = [];
  const imported: ImportedLine[] = [];
  const interrupted: string[] = [];
  let [files, references, commandsKilled] = [0, 0, 0];
  /** Sent settlements without a result, and paid ones that may still come back. */
  let [open, paid]: [string[], string[]] = [[], []];
  const newFile = () => path.join(world.folder, `settlements-${(files += 1)}.csv`);

  async function pid(words: readonly string[]): Promise<{ code: number | null; text: string }> {
    const child = spawn(process.execPath, [mainFile, 'settlements', ...words, '--yes'], {
      env: { PATH: process.env['PATH'], PID_DATA_DIR: world.folder, ...world.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    const isKilled = chance(killShare);
    const kill = () => {
      if (child.kill('SIGKILL')) commandsKilled += 1;
    };
    const read = (chunk: unknown) => {
      // An export prints its id before it starts.
      if (isKilled && text === '') setTimeout(kill, between(0, 60));
      text += String(chunk);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    // An import prints nothing before its end.
    if (isKilled && words[0] === 'import') setTimeout(kill, between(500, 3000));
    const [code] = (await once(child, 'close')) as [number | null];
    // Without a primary, a person waits before the next attempt.
    if (code !== 0) await sleep(1000);
    return { code, text };
  }

  async function linesOf(file: string, exportId: string): Promise<ExportedLine[]> {
    const rows: CsvRow[] = [];
    for await (const some of parseCsvChunks(createReadStream(file, 'utf8'))) rows.push(...some);
    return rows.slice(1).map(({ fields: [id = '', amount = '', , accountNumber = ''] }) => ({
      exportId,
      id,
      amount: Number(amount),
      // The file keeps leading zeros from spreadsheets: ="0123".
      accountNumber: /^="(\d+)"$/.exec(accountNumber)?.[1] ?? accountNumber,
    }));
  }

  async function writeAgain(exportId: string): Promise<ExportedLine[]> {
    return repeat(['export', '--as', 'sender', '--again', exportId], (file) => linesOf(file, exportId));
  }

  async function repeat<Result>(words: readonly string[], read: (file: string) => Promise<Result>) {
    for (let attempt = 1; ; attempt += 1) {
      const file = newFile();
      const { code, text } = await pid([words[0]!, file, ...words.slice(1)]);
      if (code === 0) return read(file);
      if ((code !== null && !noPrimary.test(text)) || attempt === attemptsMax)
        throw new Error(`pid settlements ${words.join(' ')}: ${text}`);
    }
  }

  async function exportAll(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const file = newFile();
      const { code, text } = await pid(['export', file, '--as', 'sender']);
      const exportId = /Export (\S+)/.exec(text)?.[1];
      if (exportId && code === 0) return keep(await linesOf(file, exportId));
      if (exportId) {
        interrupted.push(exportId);
        keep(await writeAgain(exportId));
      }
      if ((code !== null && !noPrimary.test(text)) || attempt === attemptsMax)
        throw new Error(`pid settlements export: ${text}`);
    }
  }

  function keep(lines: readonly ExportedLine[]): void {
    exported.push(...lines);
    open.push(...lines.map(({ id }) => id));
  }

  async function importResults(results: readonly ImportedLine[]): Promise<void> {
    if (results.length === 0) return;
    const file = newFile();
    const rows = results.map(({ id, status, reference }) => `${id},${status},${reference},Said the bank`);
    await writeFile(file, ['settlement,status,reference,reason', ...rows].join('\n'));
    for (let attempt = 1; ; attempt += 1) {
      const { code, text } = await pid(['import', file, '--as', 'decider']);
      if (code === 0 && chance(0.8)) break;
      if (code !== 0 && code !== null && (!noPrimary.test(text) || attempt === attemptsMax))
        throw new Error(`the import was refused: ${text}`);
    }
    imported.push(...results);
  }

  function resultOf(id: string): ImportedLine {
    references += 1;
    return { id, status: chance(0.8) ? 'paid' : 'failed', reference: `TRX ${references}` };
  }

  async function importOf(ids: readonly string[]): Promise<void> {
    const results = ids.map((id) => resultOf(id));
    // The bank sends some of the transfers back later.
    if (paid.length > 0 && chance(0.5)) {
      const id = pick(paid);
      paid = paid.filter((each) => each !== id);
      results.push({ ...resultOf(id), status: 'failed' });
    }
    await importResults(results);
    open = open.filter((id) => !ids.includes(id));
    paid.push(
      ...results.filter(({ id, status }) => ids.includes(id) && status === 'paid').map(({ id }) => id),
    );
  }

  return {
    exported,
    imported,
    get commandsKilled() {
      return commandsKilled;
    },
    async work() {
      await exportAll();
      await importOf(open.filter(() => chance(0.7)));
    },
    async finish() {
      await exportAll();
      // An export that was killed during its commit can have sent more than the first `--again` found.
      for (const exportId of interrupted) {
        const known = new Set(exported.map(({ id }) => id));
        keep((await writeAgain(exportId)).filter(({ id }) => !known.has(id)));
      }
      await importOf(open);
    },
  };
}
