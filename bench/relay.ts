/**
 * Figures of the relay on the embedded chain, with a PostgreSQL that syncs: what a withdrawal costs beside the chain's own block
 * time, its database round trips, and withdrawals a second over many accounts. Run with `npx tsx bench/relay.ts` after a build.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  accountIdFromPid,
  addressBytes,
  brandPasskeyPoint,
  challengeFor,
  findVaultAddress,
  rpIdHashFromRpId,
  toAddress,
  type Intent,
} from '@pid/protocol';
import pg from 'pg';
import { newSigner } from '../packages/server/test/chain-helper.ts';
import { HttpClient } from '../packages/server/test/http-client.ts';
import { givePasskey } from '../packages/server/test/passkey-helper.ts';
import { signInAs } from '../packages/server/test/sign-in-helper.ts';
import type { SoftPasskey } from '../packages/server/test/soft-passkey.ts';
import { loadConfig } from '../packages/server/src/platform/config/index.ts';
import { startEmbeddedPostgres } from '../packages/server/src/platform/embedded-postgres/index.ts';
import { startService } from '../packages/server/src/service.ts';

const accounts = Number(process.env['BENCH_ACCOUNTS'] ?? 150);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const samples = Number(process.env['BENCH_SAMPLES'] ?? 40);
const port = 4189;
const baseUrl = `http://localhost:${port}`;
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const environment = {
  PID_PORT: String(port),
  PID_RATE_LIMIT: '0',
  PID_LOG_LEVEL: 'error',
  PID_RELAY_IDENTITY_CAP_LAMPORTS: '1000000000',
  PID_DATABASE_POOL: '20',
};

interface Account {
  readonly client: HttpClient;
  readonly pid: string;
  readonly passkey: SoftPasskey;
  nonce: bigint;
}

// oxlint-disable-next-line typescript/no-explicit-any
let chain: any;

function sign({ pid, passkey, nonce }: Account, intent: Intent, expiry: number, at = nonce) {
  const program = toAddress(chain.programId);
  const accountId = accountIdFromPid(pid);
  const scope = {
    genesisHash: addressBytes(toAddress(chain.genesisHash)),
    program,
    accountId,
    vault: findVaultAddress(program, accountId).address,
    nonce: at,
    expiry: BigInt(expiry),
  };
  return passkey.assert(challengeFor(scope, intent));
}

const expirySoon = () => Math.floor(Date.now() / 1000) + 300;

function withdrawalBody(account: Account) {
  const [expiry, to] = [expirySoon(), newSigner().address];
  return {
    asset: 'SOL',
    to,
    amount: '1000000',
    nonce: account.nonce.toString(),
    expiry,
    feePolicyVersion: 1,
    quotedNetworkFeeLamports: '10000',
    assertion: sign(
      account,
      { action: 'withdraw', mint: null, destination: to, amount: 1_000_000n, feePolicyVersion: 1 },
      expiry,
    ),
  };
}

async function openAccount(index: number): Promise<Account> {
  const client = new HttpClient(baseUrl);
  const handle = `bench_${index}`;
  await signInAs(client, `${handle}@example.com`);
  await client.post('/v1/auth/claim', { handle });
  const account: Account = { client, pid: `${handle}@pid`, passkey: await givePasskey(client), nonce: 1n };
  const vault = findVaultAddress(toAddress(chain.programId), accountIdFromPid(account.pid)).address;
  await client.post('/v1/dev/airdrop', { address: vault, lamports: '10000000000' });
  const intent: Intent = {
    action: 'activate',
    authority: brandPasskeyPoint(account.passkey.publicKey),
    rpIdHash: rpIdHashFromRpId('localhost'),
    feePolicyVersion: 1,
  };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const expiry = expirySoon();
    const { body } = await client.post('/v1/account/activate', {
      expiry,
      feePolicyVersion: 1,
      quotedNetworkFeeLamports: '15000',
      assertion: sign(account, intent, expiry, 0n),
    });
    if (body.status === 'activated') return account;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`${handle} did not get its account`);
}

/** Requests that an overloaded service put off. */
let shed = 0;

async function withdrawOnce(account: Account): Promise<string> {
  const body = withdrawalBody(account);
  for (;;) {
    const answer = await account.client.post('/v1/account/withdraw', body);
    if (answer.status === 200) {
      account.nonce += 1n;
      return answer.body.signature;
    }
    if (answer.status !== 503 && answer.status !== 504) throw new Error(answer.text);
    shed += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const at = (values: number[], share: number) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * share)]!.toFixed(1);

/** Counts statements; those of the embedded chain itself are the chain's, not the relay's. */
function countStatements(): { take(): string[] } {
  const seen: string[] = [];
  const original = pg.Client.prototype.query as (...input: unknown[]) => unknown;
  (pg.Client.prototype as { query: unknown }).query = function counted(this: pg.Client, ...input: unknown[]) {
    const text = typeof input[0] === 'string' ? input[0] : String((input[0] as { text?: string }).text);
    if (!text.includes('embedded_chain')) seen.push(text.replaceAll(/\s+/g, ' ').slice(0, 60));
    return original.apply(this, input);
  };
  return { take: () => seen.splice(0) };
}

async function measureOverhead(connectionString: string): Promise<Account[]> {
  const statements = countStatements();
  let sentAt = 0;
  const reached: [string, number][] = [];
  const legs = new Map<string, number[]>();
  const service = await startService({
    config: loadConfig(environment),
    connectionString,
    packageFolder: path.join(root, 'packages/server'),
    crashAt(point) {
      if (point === 'sent') sentAt = Date.now();
      reached.push([point, performance.now()]);
    },
  });
  chain = (await new HttpClient(baseUrl).get('/v1/chain')).body;
  const opened: Account[] = [];
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let index = lane; index < accounts; index += 8) opened.push(await openAccount(index));
  });
  await Promise.all(lanes);
  const db = new pg.Client({ connectionString });
  await db.connect();
  const {
    rows: [anchor],
  } = await db.query('select anchor_slot, anchor_millis, slot_millis from embedded_chain');
  const account = opened[0]!;
  const [overheads, totals]: [number[], number[]] = [[], []];
  for (let sample = 0; sample < samples; sample += 1) {
    const body = withdrawalBody(account);
    reached.splice(0);
    const from = performance.timeOrigin + performance.now();
    const answer = await account.client.post('/v1/account/withdraw', body);
    const to = performance.timeOrigin + performance.now();
    if (answer.status !== 200) throw new Error(answer.text);
    account.nonce += 1n;
    // It landed in the slot of its sending and is confirmed when the next one begins: that wait is the chain's.
    const slots = Math.floor((sentAt - Number(anchor.anchor_millis)) / anchor.slot_millis) + 1;
    const confirmedAt = Number(anchor.anchor_millis) + slots * anchor.slot_millis;
    totals.push(to - from);
    let before = from - performance.timeOrigin;
    for (const [point, reachedAt] of [...reached, ['answered', to - performance.timeOrigin] as const]) {
      legs.set(point, [...(legs.get(point) ?? []), reachedAt - before]);
      before = reachedAt;
    }
    overheads.push(to - from - (confirmedAt - sentAt));
  }
  console.log(`withdrawal, request to answer: p50 ${at(totals, 0.5)} ms, p90 ${at(totals, 0.9)} ms`);
  console.log(
    `of that beside the chain's block time: p50 ${at(overheads, 0.5)} ms, p90 ${at(overheads, 0.9)} ms`,
  );
  for (const [point, times] of legs) console.log(`  to ${point}: p50 ${at(times, 0.5)} ms`);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  statements.take();
  await withdrawOnce(account);
  console.log('database statements of one withdrawal, the reconciler’s round included:');
  for (const statement of statements.take()) console.log(`  ${statement}`);
  await db.end();
  await service.close();
  return opened;
}

/** Processor time of a process so far: it tells costs apart even on a busy machine. */
async function cpuMillis(child: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}

async function measureThroughput(connectionString: string, opened: readonly Account[]): Promise<void> {
  const child: ChildProcess = spawn('node', ['packages/server/dist/main.js', 'start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment, PID_DATABASE_URL: connectionString },
  });
  try {
    for (
      let attempt = 0;
      attempt < 200 && !(await fetch(`${baseUrl}/readyz`).catch(() => null))?.ok;
      attempt += 1
    )
      await new Promise((resolve) => setTimeout(resolve, 100));
    let done = 0;
    const latencies: number[] = [];
    const cpuBefore = await cpuMillis(child);
    const until = performance.now() + seconds * 1000;
    const began = performance.now();
    await Promise.all(
      opened.map(async (account) => {
        while (performance.now() < until) {
          const from = performance.now();
          await withdrawOnce(account);
          latencies.push(performance.now() - from);
          done += 1;
        }
      }),
    );
    console.log(
      `${opened.length} accounts, one withdrawal after the other each: ${(done / ((performance.now() - began) / 1000)).toFixed(0)} withdrawals/s, p50 ${at(latencies, 0.5)} ms, p99 ${at(latencies, 0.99)} ms, ${shed} put off; ${(((await cpuMillis(child)) - cpuBefore) / done).toFixed(1)} ms of processor time of the service each`,
    );
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'pid-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder });
try {
  const opened = await measureOverhead(postgres.connectionString);
  await measureThroughput(postgres.connectionString, opened);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
