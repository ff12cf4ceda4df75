import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const owner = fileURLToPath(new URL('ledger-postgres-owner.ts', import.meta.url));

/**
 * A PostgreSQL with durable commits in separate processes that can be killed and restarted on the same
 * folder.
 */
export async function ownPostgres(folder: string) {
  let child: ChildProcess;
  let url: string;

  async function start(): Promise<void> {
    child = spawn(process.execPath, ['--import', 'tsx', owner, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
    url = line;
  }

  await start();
  process.once('exit', () => child.kill('SIGTERM'));
  return {
    url: () => url,
    /** Kills the server and its owner together, like a machine that loses power. */
    kill(): void {
      const pid = Number(
        readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
      );
      child.kill('SIGKILL');
      process.kill(pid, 'SIGKILL');
    },
    recover: start,
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.stdin!.end();
      await ended;
    },
  };
}
