// Sends over HTTP against a bare fastify POST on the same machine in the same minute, the page of a long statement, and the
// audit: `npx tsx bench/ledger-http.ts [rounds] [seconds] [entries]`.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { auditLedger } from '../packages/server/src/ledger/index.ts';
import { listEntries, versionRange } from '../packages/server/src/ledger/statement.store.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { openDatabase, type Database } from '../packages/server/src/platform/db/index.ts';
import { startEmbeddedPostgres } from '../packages/server/src/platform/embedded-postgres/index.ts';
import { createLogger } from '../packages/server/src/platform/log.ts';
import { freePort, startNode } from '../test/faults/ledger-node.ts';
import { createPlayers, type FaultPlayer } from '../test/faults/ledger-players.ts';

const rounds = Number(process.argv[2] ?? 3);
const seconds = Number(process.argv[3] ?? 5);
const entries = Number(process.argv[4] ?? 1_000_000);
const folder = await mkdtemp(path.join(tmpdir(), 'pid-bench-'));
const server = await startEmbeddedPostgres({
  dataDir: folder,
  settings: { max_connections: '100', shared_buffers: '256MB', max_wal_size: '4GB' },
});
const bare = spawn(
  process.execPath,
  [
    '--input-type=module',
    '-e',
    "import fastify from 'fastify'; const http = fastify(); http.post('/', async (request) => request.body); console.log(await http.listen({ port: 0, host: '127.0.0.1' }));",
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const bareUrl = await new Promise<string>((resolve) => {
  bare.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
});
const port = await freePort();
const node = await startNode(port, port, server.connectionString);
const db = openDatabase({
  connectionString: server.connectionString,
  poolSize: 4,
  log: createLogger('silent'),
});
try {
  const players = await createPlayers(node.url, 50, 1_000_000_000_000);
  // Until both are compiled as well as they will be, seconds say nothing.
  for (let pass = 0; pass < 4; pass += 1) await load(`${node.url}/v1/fiat/sends`, players);
  await load(bareUrl, players);
  const results: { bare: number; sends: number; p99: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const plain = await load(bareUrl, players);
    const sends = await load(`${node.url}/v1/fiat/sends`, players);
    results.push({ bare: plain.rate, sends: sends.rate, p99: sends.p99 });
    console.log(
      `round ${round + 1}: bare POST ${plain.rate.toFixed(0)}/s, sends ${sends.rate.toFixed(0)}/s, p99 ${sends.p99} ms`,
    );
  }
  const of = (name: 'bare' | 'sends' | 'p99') =>
    results.map((result) => result[name]).toSorted((left, right) => left - right)[rounds >> 1]!;
  console.log(
    `sends over HTTP against a bare POST: ${(of('sends') / of('bare')).toFixed(2)} (wanted >= 0.5), p99 ${of('p99')} ms (wanted <= 60)`,
  );
  await measureStatement(db);
} finally {
  await db.close();
  node.kill();
  bare.kill();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function load(url: string, players: readonly FaultPlayer[]): Promise<{ rate: number; p99: number }> {
  const requests = players.map((player, index) => ({
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', cookie: player.cookie },
    body: JSON.stringify({ to: players[(index + 1) % players.length]!.pid, amount: 1000 }),
  }));
  const result = await autocannon({ url, connections: 128, duration: seconds, requests });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} requests were refused`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

/** One account with many entries, written by the posting function itself. */
async function measureStatement(db: Database): Promise<void> {
  const { rows } = await db.query<{ ids: bigint[] }>(
    "select array_agg(id order by id) as ids from (select id from ledger_accounts where kind = 'identity' order by id limit 2) a",
  );
  const accounts = rows[0]!.ids;
  const perCall = 2000;
  for (let written = 0; written < entries; written += perCall) {
    await db.query(
      `select count(*) from ledger_post_sends(now(), false, 1::smallint, 9000000000000000, array[$1, $2, 9000000000000000001]::bigint[],
        (select array_agg(gen_random_uuid()) from generate_series(1, ${perCall})), array_fill(1, array[${perCall}]), array_fill(2, array[${perCall}]), array_fill(0, array[${perCall}]),
        array_fill(1::bigint, array[${perCall}]), array_fill(100::bigint, array[${perCall}]), array_fill(0::bigint, array[${perCall}]), null, null, array_fill(null::text, array[${perCall}]))`,
      accounts,
    );
  }
  await db.query('vacuum analyze');
  const millis: number[] = [];
  for (let index = 0; index < 200; index += 1) {
    const upTo = BigInt(1 + Math.floor(Math.random() * entries));
    const started = performance.now();
    await listEntries(db, accounts[0]!, { above: 0n, upTo }, 50);
    millis.push(performance.now() - started);
  }
  const started = performance.now();
  await versionRange(db, accounts[0]!, new Date(systemClock.nowMillis() - 3_600_000), systemClock.now());
  const spanMillis = performance.now() - started;
  millis.sort((left, right) => left - right);
  console.log(
    `statement page of an account with ${entries} entries: p50 ${millis[100]!.toFixed(2)} ms, p99 ${millis[198]!.toFixed(2)} ms (wanted <= 5); finding a span of time ${spanMillis.toFixed(2)} ms`,
  );
  const audit = await auditLedger({ db, clock: systemClock });
  console.log(
    `audit of ${audit.counts.entries} entries: ${audit.seconds.toFixed(1)} s, ${audit.findings.length} findings`,
  );
}
