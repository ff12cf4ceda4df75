import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@pid/embedded-postgres';
import { copyTree, type Change } from './copy-tree.ts';
import type { Failure, FileResult, Question, Reply } from './lane-process.ts';

export type Outcome =
  | { readonly type: 'passed' }
  | ({ readonly type: 'failed' } & Failure)
  /** The run took longer than its limit. */
  | { readonly type: 'late' }
  /** Vitest or its worker was killed, which says nothing about the change. */
  | { readonly type: 'died' };

export interface TestRun {
  /** Path filters of vitest. With `limitSeconds` they must be whole paths, in the order in which they run. */
  readonly filters: readonly string[];
  /** Time limit of each file. If absent, the lane's limit applies to the whole run. */
  readonly limitSeconds?: (file: string) => number;
  /** Whether the first failure ends the run; true unless set. */
  readonly bails?: boolean;
  readonly onFile?: (result: FileResult) => void;
}

/** A copy of the tree, a PostgreSQL and a vitest process, which are reused for many changes. */
export interface Lane {
  run(run: TestRun): Promise<Outcome>;
  /** Runs tests while the change is applied to the copy. */
  runWith(change: Change, run: TestRun): Promise<Outcome>;
  close(): Promise<void>;
}

/** Creates the template databases that later test files clone. They must come from an unchanged tree. */
const warmUp = { filters: ['packages/server/src/health/health.test.ts'] };

export async function openLane({
  seconds,
  withRelease,
}: {
  seconds: number;
  withRelease: boolean;
}): Promise<Lane> {
  const data = mkdtempSync(path.join(tmpdir(), 'pid-mutants-data-'));
  const server = await startEmbeddedPostgres({
    dataDir: data,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  const tree = copyTree();
  const changed = new Set<string>();
  let child: ChildProcess | null = null;

  async function run(asked: TestRun): Promise<Outcome> {
    child ??= startProcess(tree.folder, server.connectionString, withRelease);
    const reply = await replyOf(child, asked, [...changed], seconds);
    changed.clear();
    // A worker that was killed says nothing about the change.
    const hasDied = typeof reply === 'object' && reply?.test.includes('[vitest-pool]') === true;
    if (typeof reply === 'string' || hasDied) {
      await stop();
      return { type: reply === 'late' ? 'late' : 'died' };
    }
    if (reply === null) return { type: 'passed' };
    // An error outside of the tests can leave vitest in a state that spoils later runs.
    if (reply.file === null) await stop();
    return { type: 'failed', ...reply };
  }

  /** Kills the process with its children, because a changed test may never end. */
  async function stop(): Promise<void> {
    const stopped = child;
    child = null;
    if (stopped?.pid === undefined || stopped.exitCode !== null || stopped.signalCode !== null) return;
    const closed = new Promise((resolve) => stopped.once('close', resolve));
    process.kill(-stopped.pid, 'SIGKILL');
    await closed;
  }

  return {
    run,
    async runWith(change, asked) {
      const file = path.join(tree.folder, change.file);
      // The template database is migrated, and its roles get their privileges, when vitest starts.
      const isInTemplate = /\.sql$|platform.db|prepare-database/.test(file);
      if (isInTemplate) await stop();
      else if (child === null) {
        const warm = await run(warmUp);
        if (warm.type !== 'passed') throw new Error('The tests do not pass without a mutant.');
      }
      changed.add(file);
      const outcome = await tree.withChange(change, () => run(asked));
      changed.add(file);
      if (isInTemplate) await stop();
      return outcome;
    },
    async close() {
      await stop();
      tree.remove();
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function startProcess(folder: string, databaseUrl: string, withRelease: boolean): ChildProcess {
  const script = path.join(folder, 'test/mutants/lane-process.ts');
  return spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PID_TEST_DATABASE_URL: databaseUrl,
      // The same random cases for every mutant: a mutant must not be detected by luck.
      PID_TEST_TIER: withRelease ? 'release' : '',
      PID_TEST_SEED: '1',
      CI: '',
      NODE_ENV: 'test',
    },
  });
}

/** Returns the first failure; null if all tests passed. */
async function replyOf(
  child: ChildProcess,
  { filters, limitSeconds, bails = true, onFile }: TestRun,
  changed: readonly string[],
  seconds: number,
): Promise<Failure | null | 'late' | 'died'> {
  const question: Question = { filters, inOrder: limitSeconds !== undefined, bails, changed };
  return new Promise((resolve) => {
    let ended = 0;
    let timer: NodeJS.Timeout;
    const finish = (reply: Failure | null | 'late' | 'died') => {
      clearTimeout(timer);
      child.off('exit', died);
      child.off('message', receive);
      resolve(reply);
    };
    const died = () => finish('died');
    const startTimer = () => {
      clearTimeout(timer);
      const limit = limitSeconds ? limitSeconds(filters[ended] ?? '') : seconds;
      timer = setTimeout(() => finish('late'), limit * 1000);
    };
    const receive = (reply: Reply) => {
      if (reply.type === 'end') return finish(reply.failure);
      onFile?.(reply.result);
      ended += 1;
      if (limitSeconds) startTimer();
    };
    child.once('exit', died);
    child.on('message', receive);
    startTimer();
    child.send(question);
  });
}
