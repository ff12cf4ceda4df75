/**
 * Hot paths as ratios to a bare fastify server in the same run: the rounds alternate, so that whatever else the machine does
 * falls on both. Run with `npm run bench`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { grantBodies } from './grant-bodies.ts';
import { HttpClient } from '../packages/server/test/http-client.ts';
import { registerSession } from '../packages/server/src/session-grants/grant-request.ts';
import { strictSchema } from '../packages/server/src/platform/http/strict-schema.ts';
import { signInAs } from '../packages/server/test/sign-in-helper.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
/** Measures only the targets whose name or yardstick contains this. */
const only = process.env['BENCH_ONLY'] ?? '';
const connections = 32;
const servicePort = 4187;
const barePort = 4188;
const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');

interface Target {
  readonly name: string;
  readonly url: string;
  readonly headers?: Record<string, string>;
  /** Sent by POST, one after the other and round again. */
  readonly bodies?: readonly string[];
  readonly connections?: number;
  /** What it is compared with; itself for a yardstick. */
  readonly yardstick: string;
  readonly process: ChildProcess;
}

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!;
}

/** Processor time a process has used so far, in microseconds: it tells costs apart even on a busy machine. */
async function cpuMicros(child: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10_000;
}

interface Sample {
  readonly perSecond: number;
  readonly p99: number;
  readonly cpuPerRequest: number;
}

async function measure(target: Target): Promise<Sample> {
  const before = await cpuMicros(target.process);
  const requests = target.bodies?.map((body) => ({ method: 'POST', body }));
  const result = await autocannon({
    url: target.url,
    connections: target.connections ?? connections,
    duration: seconds,
    timeout: 60,
    headers: target.headers ?? {},
    ...(requests ? { requests } : {}),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${target.name}: ${result.non2xx} refusals, ${result.errors} errors, of which ${result.timeouts} timeouts`,
    );
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    cpuPerRequest: ((await cpuMicros(target.process)) - before) / result.requests.total,
  };
}

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}

function startPid(): ChildProcess {
  const env = {
    ...process.env,
    PID_PORT: String(servicePort),
    PID_DATA_DIR: folder,
    PID_RATE_LIMIT: '0',
    PID_LOG_LEVEL: 'warn',
  };
  return spawn('node', ['packages/server/dist/main.js', 'start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
}

/** A token for the bare server, like ours. */
function bareToken(secret: Buffer): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid: 'bench' })}.${encode({ sub: 'bench', exp: Math.floor(Date.now() / 1000) + 3600 })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const folder = await mkdtemp(path.join(tmpdir(), 'pid-bench-'));
const bareSecret = randomBytes(32);
const schemaFile = path.join(folder, 'register-session.json');
await writeFile(schemaFile, JSON.stringify(strictSchema(registerSession)));
const children: ChildProcess[] = [
  startPid(),
  spawn('node', ['bench/bare-server.mjs', String(barePort), bareSecret.toString('hex'), schemaFile], {
    cwd: root,
    stdio: 'inherit',
  }),
];
try {
  const base = `http://localhost:${servicePort}`;
  await waitFor(`${base}/healthz`);
  await waitFor(`http://localhost:${barePort}/`);
  const client = new HttpClient(base);
  await signInAs(client, 'bench@example.com');
  await client.post('/v1/auth/claim', { handle: 'bench_player' });
  const cookie = `pid_access=${client.cookie('pid_access')}`;
  // The development provider leaves Node 20's async hooks on; production never runs it, so the figures are taken without.
  children[0]!.kill('SIGTERM');
  await new Promise((resolve) => children[0]!.once('exit', resolve));
  children[0] = startPid();
  await waitFor(`${base}/healthz`);
  const [service, bareServer] = children as [ChildProcess, ChildProcess];
  const bodies = grantBodies(Math.floor(Date.now() / 1000));
  const json = { 'content-type': 'application/json' };
  const grants = {
    url: `${base}/v1/session-keys/grants/validate`,
    headers: { cookie, ...json },
    bodies,
    yardstick: 'bare POST',
    process: service,
  };
  const targets: Target[] = [
    { name: 'bare GET', yardstick: 'bare GET', url: `http://localhost:${barePort}/`, process: bareServer },
    {
      name: 'GET /v1/identity/me',
      yardstick: 'bare GET',
      url: `${base}/v1/identity/me`,
      headers: { cookie },
      process: service,
    },
    {
      name: 'bare POST',
      yardstick: 'bare POST',
      url: `http://localhost:${barePort}/grants/validate`,
      headers: { cookie: `pid_access=${bareToken(bareSecret)}`, ...json },
      bodies,
      process: bareServer,
    },
    { ...grants, name: 'POST grants/validate' },
    { ...grants, name: 'POST grants/validate, 200 connections', connections: 200 },
  ].filter(({ name, yardstick }) => only === '' || yardstick.includes(only) || name.includes(only));
  for (const target of targets) await measure(target);
  const results = new Map<string, Sample[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) {
      results.set(target.name, [...(results.get(target.name) ?? []), await measure(target)]);
    }
  }
  const of = (name: string, key: keyof Sample) => median(results.get(name)!.map((sample) => sample[key]));
  console.log('| path | requests/s | ratio | CPU us/request | ratio | p99 ms |\n|---|---|---|---|---|---|');
  for (const { name, yardstick } of targets) {
    const [speed, cpu] = [of(name, 'perSecond'), of(name, 'cpuPerRequest')];
    console.log(
      `| ${name} | ${Math.round(speed)} | ${(speed / of(yardstick, 'perSecond')).toFixed(2)} | ${cpu.toFixed(0)} | ${(of(yardstick, 'cpuPerRequest') / cpu).toFixed(2)} | ${of(name, 'p99')} |`,
    );
  }
} finally {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null))),
    ),
  );
  await rm(folder, { recursive: true, force: true });
}
