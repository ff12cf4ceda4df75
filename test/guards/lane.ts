import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@pid/embedded-postgres';
import type { Guard } from '../../packages/server/src/guard.ts';
import { filtersOf, type GuardList } from './guard-lists.ts';
import { copyTree } from './guarded-tree.ts';
import type { Question, Reply } from './lane-process.ts';

export type Outcome =
  | { readonly type: 'passed' }
  | { readonly type: 'failed'; readonly test: string }
  | { readonly type: 'late' };

/** A copy of the tree, a PostgreSQL and a vitest that stay from one guard to the next. */
export interface Lane {
  run(filters: readonly string[]): Promise<Outcome>;
  /** Runs the guard's tests without the guard. */
  runWithout(list: GuardList, guard: Guard): Promise<Outcome>;
  close(): Promise<void>;
}

export async function openLane({ seconds }: { seconds: number }): Promise<Lane> {
  const data = mkdtempSync(path.join(tmpdir(), 'pid-guards-data-'));
  const server = await startEmbeddedPostgres({
    dataDir: data,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  const tree = copyTree();
  const changed = new Set<string>();
  let child: ChildProcess | null = null;

  async function run(filters: readonly string[]): Promise<Outcome> {
    child ??= startProcess(tree.folder, server.connectionString);
    const reply = await replyOf(child, { filters, changed: [...changed] }, seconds);
    changed.clear();
    // A worker that was killed says nothing about the guard.
    const hasDied = reply?.failure?.includes('[vitest-pool]') === true;
    if (reply === null || hasDied) {
      await stop();
      return { type: 'late' };
    }
    return reply.failure === null ? { type: 'passed' } : { type: 'failed', test: reply.failure };
  }

  /** With everything it started: a test without its guard may run for ever. */
  async function stop(): Promise<void> {
    const stopped = child;
    child = null;
    if (stopped?.pid === undefined || stopped.exitCode !== null) return;
    const closed = new Promise((resolve) => stopped.once('close', resolve));
    process.kill(-stopped.pid, 'SIGKILL');
    await closed;
  }

  return {
    run,
    async runWithout(list, guard) {
      const file = path.join(tree.folder, list.folder, guard.file);
      // The template is migrated, and its roles are given their rights, when vitest starts.
      const isInTemplate = /\.sql$|platform.db|prepare-database/.test(file);
      if (isInTemplate) await stop();
      changed.add(file);
      const outcome = await tree.without(list, guard, () => run(filtersOf(guard)));
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

function startProcess(folder: string, databaseUrl: string): ChildProcess {
  const script = path.join(folder, 'test/guards/lane-process.ts');
  return spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, PID_TEST_DATABASE_URL: databaseUrl, CI: '', NODE_ENV: 'test' },
  });
}

/** Null when it takes longer than it may. */
async function replyOf(child: ChildProcess, question: Question, seconds: number): Promise<Reply | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), seconds * 1000);
    const died = () => reject(new Error('vitest ended by itself'));
    child.once('exit', died);
    child.once('message', (reply) => {
      clearTimeout(timer);
      child.off('exit', died);
      resolve(reply as Reply);
    });
    child.send(question);
  });
}
