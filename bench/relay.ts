/**
 * Measures the relay on the embedded chain, with a PostgreSQL that syncs: the time of a withdrawal without
 * the chain's block time, its database round trips, and withdrawals per second over many accounts. It is a
 * separate process, because it runs a service and counts the statements of its process. `sections/relay.ts`
 * starts it and receives the figures.
 */
import path from 'node:path';
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
import { testMasterKey } from '../packages/server/test/test-sealing.ts';
import { signInAs } from '../packages/server/test/sign-in-helper.ts';
import type { SoftPasskey } from '../packages/server/test/soft-passkey.ts';
import { loadConfig } from '../packages/server/src/settings.ts';
import { startService } from '../packages/server/src/service.ts';
import { freePort } from '../packages/server/test/free-port.ts';
import { processorMicros, root, startServer } from './support/processes.ts';
import { at as shareOf } from './support/results.ts';
import { settings } from './support/settings.ts';

export interface RelayFigures {
  readonly totalP50: number;
  readonly totalP90: number;
  readonly overheadP50: number;
  readonly overheadP90: number;
  /** p50 of the time from each step of the relay to the next, in milliseconds. */
  readonly legs: readonly (readonly [string, number])[];
  readonly statements: readonly string[];
  readonly accounts: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly putOff: number;
  readonly processorMillis: number;
}

const { accounts, seconds, samples } = settings.relay;
const port = await freePort();
const baseUrl = `http://localhost:${port}`;
const environment = {
  PID_PORT: String(port),
  PID_RATE_LIMIT: '0',
  PID_MASTER_KEY: testMasterKey,
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
  throw new Error(`The account of ${handle} was not activated`);
}

/** Requests that an overloaded service refused with 503 or 504. */
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
  shareOf(
    values.toSorted((left, right) => left - right),
    share,
  );

/** Counts statements, except those of the embedded chain, which are not part of the relay. */
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

/**
 * Returns the statements of the withdrawal with the fewest, because the reconciler may work on earlier
 * withdrawals at the same time.
 */
async function statementsOfOne(statements: { take(): string[] }, account: Account): Promise<string[]> {
  const counted: string[][] = [];
  for (let round = 0; round < 5; round += 1) {
    statements.take();
    await withdrawOnce(account);
    counted.push(statements.take());
  }
  return counted.toSorted((left, right) => left.length - right.length)[0]!;
}

async function measureOverhead(connectionString: string) {
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
    // The transaction lands in the slot in which it was sent and is confirmed when the next slot begins. That
    // wait is part of the chain's time.
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
  const ofOne = await statementsOfOne(statements, account);
  await db.end();
  await service.close();
  return {
    opened,
    figures: {
      totalP50: at(totals, 0.5),
      totalP90: at(totals, 0.9),
      overheadP50: at(overheads, 0.5),
      overheadP90: at(overheads, 0.9),
      legs: [...legs].map(([point, times]) => [point, at(times, 0.5)] as const),
      statements: ofOne,
    },
  };
}

async function measureThroughput(connectionString: string, opened: readonly Account[]) {
  const node = await startServer(['packages/server/dist/main.js', 'start'], {
    port,
    probe: '/readyz',
    environment: { ...environment, PID_DATABASE_URL: connectionString },
  });
  try {
    const latencies: number[] = [];
    const before = await processorMicros([node.processId]);
    const began = performance.now();
    const until = began + seconds * 1000;
    await Promise.all(
      opened.map(async (account) => {
        while (performance.now() < until) {
          const from = performance.now();
          await withdrawOnce(account);
          latencies.push(performance.now() - from);
        }
      }),
    );
    const elapsed = (performance.now() - began) / 1000;
    return {
      accounts: opened.length,
      perSecond: latencies.length / elapsed,
      p50: at(latencies, 0.5),
      p99: at(latencies, 0.99),
      putOff: shed,
      processorMillis: ((await processorMicros([node.processId])) - before) / 1000 / latencies.length,
    };
  } finally {
    await node.stop();
  }
}

const connectionString = process.argv[2]!;
const { opened, figures } = await measureOverhead(connectionString);
const all: RelayFigures = { ...figures, ...(await measureThroughput(connectionString, opened)) };
process.send!(all, () => process.exit());
