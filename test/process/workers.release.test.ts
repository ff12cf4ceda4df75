import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { sharedFolder, startPid, temporaryFolder, type PidProcess } from './pid-process.ts';

// Each test starts whole processes with a database, which takes long on slow machines.
vi.setConfig({ testTimeout: 180_000 });

const folder = sharedFolder();

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

/** Process IDs of the workers. PostgreSQL and its watch process are also children. */
function workersOf({ child }: PidProcess): number[] {
  return childrenOf(child.pid!).filter((pid) => {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.at(-2) === 'start' && words[0] === process.execPath;
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.runIf(process.platform === 'linux')(
  'three workers serve one port; a killed one is replaced, each returns the metrics of all, and SIGTERM ends them all',
  async () => {
    const pid = await startPid(await folder(), {
      words: ['--workers', '3'],
      environment: { PID_LOG_LEVEL: 'info' },
    });
    await expect.poll(() => pid.output(), { timeout: 90_000 }).toContain('"workers":3');
    expect(pid.output().match(/PID is ready/g)).toHaveLength(1);
    const workers = workersOf(pid);
    expect(workers).toHaveLength(3);

    const client = new HttpClient(pid.baseUrl);
    await signInAs(client, 'worker@example.com');
    expect((await client.post('/v1/auth/claim', { handle: 'worker_bee' })).status).toBe(200);
    expect((await client.get('/readyz')).status).toBe(200);
    const workersTold = async () =>
      [...(await client.get('/metrics')).text.matchAll(/^pid_db_pool_connections\{worker="(\d+)"\} /gm)].map(
        ([, worker]) => worker,
      );
    // On a busy machine a worker may respond too late for a scrape.
    await expect.poll(workersTold, { timeout: 60_000 }).toEqual(['1', '2', '3']);
    const metrics = await client.get('/metrics');
    expect(metrics.text.match(/# TYPE pid_db_pool_connections /g)).toHaveLength(1);

    // The first worker owns the embedded chain, so another must take it over.
    process.kill(workers[0]!, 'SIGKILL');
    await expect
      .poll(() => workersOf(pid).filter((id) => !workers.includes(id)).length, { timeout: 60_000 })
      .toBe(1);
    await expect
      .poll(async () => (await client.get('/metrics')).text, { timeout: 60_000 })
      .toContain('pid_db_pool_connections{worker="4"} ');
    const { text } = await client.get('/metrics');
    expect(text).toContain('\npid_worker_restarts_total 1\n');
    expect(text).toContain('\npid_workers 3\n');
    expect(pid.output()).toContain('a worker died, another takes its place');
    expect((await client.get('/v1/identity/me')).body).toMatchObject({ pid: 'worker_bee@pid' });
    await expect.poll(async () => (await client.get('/readyz')).status, { timeout: 60_000 }).toBe(200);

    const last = workersOf(pid);
    pid.child.kill('SIGTERM');
    expect(await pid.ended).toBe(0);
    expect(last.filter(isAlive)).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')('workers end when their supervisor was killed', async () => {
  const pid = await startPid(await folder(), { words: ['--workers=2'] });
  await expect.poll(() => workersOf(pid).length, { timeout: 90_000 }).toBe(2);
  const workers = workersOf(pid);
  pid.child.kill('SIGKILL');
  await pid.ended;
  await expect.poll(() => workers.filter(isAlive), { timeout: 60_000 }).toEqual([]);
});

test('reports a port in use and an invalid worker count in one sentence', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, 'localhost', resolve));
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as AddressInfo;
  const taken = await startPid(await temporaryFolder(), {
    waitForReady: false,
    words: ['--workers', '2'],
    environment: { PID_PORT: String(port) },
  });
  expect(await taken.ended).toBe(1);
  expect(taken.output().match(/is taken by another process/g)).toHaveLength(1);
  expect(taken.output()).not.toContain('    at ');
  const wrong = await startPid(await temporaryFolder(), {
    waitForReady: false,
    words: ['--workers', 'many'],
  });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toContain('--workers must be a number from 1 to 64, or auto');
});

test('a worker that cannot load OpenTelemetry ends the start with its sentence', async () => {
  const hook = path.join(await temporaryFolder(), 'without-tracing.mjs');
  writeFileSync(
    hook,
    `import { register } from 'node:module';
     export function resolve(name, context, next) {
       if (!name.startsWith('@opentelemetry/')) return next(name, context);
       throw Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' });
     }
     if (process.argv[2] === 'start') register(import.meta.url);`,
  );
  const pid = await startPid(await folder(), {
    waitForReady: false,
    words: ['--workers', '2'],
    environment: {
      NODE_OPTIONS: `--import=${pathToFileURL(hook).href}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    },
  });
  expect(await pid.ended).toBe(1);
  expect(pid.output().match(/OpenTelemetry is not installed/g)).toHaveLength(1);
  expect(pid.output()).toContain('No worker could start.');
});
