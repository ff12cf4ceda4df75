import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { testMasterKey } from '../../packages/server/test/test-sealing.ts';

export interface Node {
  readonly url: string;
  readonly processId: number;
  kill(): void;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A separate process, so that it can be killed like a machine that loses power. */
export async function startNode(port: number, basePort: number, databaseUrl: string): Promise<Node> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'packages/server/src/main.ts', 'start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PID_DATABASE_URL: databaseUrl,
      PID_PORT: String(port),
      PID_BASE_URL: `http://localhost:${basePort}`,
      PID_RATE_LIMIT: '0',
      // High limits, because the load must not require step-up.
      PID_STEP_UP_AMOUNT: '1000000000000000',
      PID_DAILY_LIMIT: '1000000000000000',
      PID_MASTER_KEY: testMasterKey,
      PID_LOG_LEVEL: 'silent',
      NODE_NO_WARNINGS: '1',
    },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://localhost:${port}`;
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`node on ${port} ended with ${child.exitCode}`);
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return { url, processId: child.pid!, kill: () => void child.kill('SIGKILL') };
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  child.kill('SIGKILL');
  throw new Error(`node on ${port} did not become ready`);
}
