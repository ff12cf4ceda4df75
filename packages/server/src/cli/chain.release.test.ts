import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readManifest } from '@pid/program';
import { addressBytes } from '@pid/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { freePort } from '../../test/free-port.ts';
import { cloneDatabase } from '../../test/test-database.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { signerFromSeed, type Signer } from '../platform/chain/index.ts';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

async function run(
  words: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const { code, text } = await runPid(words, {
    PID_LOG_LEVEL: 'silent',
    PID_MASTER_KEY: testMasterKey,
    ...environment,
  });
  return { code, output: text };
}

async function database(): Promise<string> {
  const clone = await cloneDatabase();
  onTestFinished(() => clone.drop());
  return clone.connectionString;
}

/** Runs `pid chain serve` as a separate process and returns its address. */
async function serve(
  connectionString: string,
  port = 0,
): Promise<{ url: string; kill(signal: NodeJS.Signals): Promise<void> }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(packageFolder, 'src/main.ts'), 'chain', 'serve', '--port', String(port)],
    {
      env: {
        ...process.env,
        PID_DATABASE_URL: connectionString,
        PID_LOG_LEVEL: 'silent',
        PID_MASTER_KEY: testMasterKey,
        PID_BASE_URL: 'http://localhost:4100',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  onTestFinished(() => kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /answers at (http:\S+)\./.exec(line)?.[1];
    if (url) return { url, kill };
  }
  throw new Error('pid chain serve ended');
}

function keyFile(folder: string, name: string): { file: string; signer: Signer } {
  const seed = randomBytes(32);
  const signer = signerFromSeed(seed);
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify([...seed, ...addressBytes(signer.address)]));
  return { file, signer };
}

test('serve, deploy, status and airdrop set up a cluster over RPC, and a second run changes nothing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-chain-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const chainDatabase = await database();
  const { url } = await serve(chainDatabase);
  const keys = {
    PID_RELAYER_KEY: keyFile(folder, 'relayer'),
    PID_REGISTRAR_KEY: keyFile(folder, 'registrar'),
    PID_PLAY_SPONSOR_KEY: keyFile(folder, 'sponsor'),
    PID_ADMIN_KEY: keyFile(folder, 'admin'),
    PID_UPGRADE_AUTHORITY_KEY: keyFile(folder, 'upgrade'),
  };
  const treasury = signerFromSeed(randomBytes(32)).address;
  const environment = {
    ...Object.fromEntries(Object.entries(keys).map(([name, { file }]) => [name, file])),
    PID_TREASURY: treasury,
    PID_BASE_URL: 'https://pid.example',
    PID_PROVIDERS: '[{"id":"x","name":"X","issuer":"https://x.example","clientId":"a","clientSecret":"b"}]',
    PID_SOLANA_RPC_URL: url,
    PID_PROTOCOL_FEE_BPS: '250',
  };

  expect(await run(['chain', 'deploy', '--yes'], environment)).toMatchObject({
    code: 1,
    output: expect.stringContaining('the chain refused a transaction'),
  });
  expect(
    await run(
      ['chain', 'airdrop', keys.PID_UPGRADE_AUTHORITY_KEY.signer.address, '--sol', '5', '--tokens', '2.5'],
      { PID_DATABASE_URL: chainDatabase, PID_BASE_URL: 'http://localhost:4100' },
    ),
  ).toMatchObject({ code: 0, output: expect.stringContaining('Sent 2.5 test tokens') });

  const deployed = await run(['chain', 'deploy', '--yes'], environment);
  expect(deployed).toMatchObject({
    code: 0,
    output: expect.stringContaining('Initialised the config for https://pid.example.'),
  });
  const programId = /PID_PROGRAM_ID=(\S+) on/.exec(deployed.output)?.[1] ?? '';
  const again = await run(['chain', 'deploy', '--yes'], { ...environment, PID_PROGRAM_ID: programId });
  expect(again).toEqual({
    code: 0,
    output: `Program ${programId} is up to date; sha256 ${readManifest().programs.wallet.v3.sha256}.`,
  });

  const status = await run(['chain', 'status'], { ...environment, PID_PROGRAM_ID: programId });
  expect(status.code).toBe(0);
  for (const text of [
    'custom',
    programId,
    '(built here)',
    keys.PID_UPGRADE_AUTHORITY_KEY.signer.address,
    `Relayer            ${keys.PID_RELAYER_KEY.signer.address}`,
    '1: 250 bps',
    'https://pid.example',
  ])
    expect(status.output).toContain(text);
});

test('nodes work on a served chain in PID_SOLANA_RPC_URL and continue after it is killed and restarted', async () => {
  const shared = await database();
  const port = await freePort();
  const first = await serve(shared, port);
  const environment = { PID_SOLANA_RPC_URL: first.url, PID_BASE_URL: 'http://localhost:4100' };
  // The program's keys are stored in the shared database.
  const service = await startTestService({ ...environment }, { connectionString: shared } as never);
  const seen = async () => (await service.client().get('/v1/chain')).body as { genesisHash: string };
  expect(await seen()).toEqual(
    expect.objectContaining({ cluster: 'custom', origin: 'http://localhost:4100' }),
  );
  expect((await service.client().get('/readyz')).body).toEqual({ status: 'ready' });
  // The faucet exists only on the embedded chain.
  expect((await service.client().post('/v1/dev/airdrop', {})).status).toBe(404);
  const { genesisHash } = await seen();
  await first.kill('SIGKILL');
  await serve(shared, port);
  await expect.poll(seen).toMatchObject({ genesisHash });
});

test('reports an operator’s mistake in one sentence', async () => {
  expect(await run(['chain'], {})).toMatchObject({
    code: 2,
    output: expect.stringContaining('Usage: pid chain'),
  });
  expect(await run(['chain', 'deploy'], {})).toMatchObject({
    code: 1,
    output: expect.stringContaining('The embedded chain deploys by itself'),
  });
  expect(await run(['chain', 'deploy', '--rpc', 'nonsense'], {})).toMatchObject({
    code: 1,
    output: '--rpc must be an http or https address',
  });
  expect(await run(['chain', 'status'], { PID_RELAYER_KEY: '/nowhere/key.json' })).toEqual({
    code: 1,
    output: 'PID_RELAYER_KEY is neither a key nor a file that can be read',
  });
  const seed = JSON.stringify([...randomBytes(32)]);
  const same = await run(['chain', 'status'], {
    PID_RELAYER_KEY: seed,
    PID_REGISTRAR_KEY: seed,
    PID_DATABASE_URL: await database(),
  });
  expect(same).toEqual({
    code: 1,
    output: 'PID_RELAYER_KEY and PID_REGISTRAR_KEY are the same key: use a separate key for each duty',
  });
  const production = await run(['chain', 'status'], {
    PID_BASE_URL: 'https://pid.example',
    PID_PROVIDERS: '[{"id":"x","name":"X","issuer":"https://x.example","clientId":"a","clientSecret":"b"}]',
  });
  expect(production.output.split('\n')).toEqual([
    'PID_SOLANA_RPC_URL is not set: the embedded chain gives money away and does not start in a live service',
    ...['PID_RELAYER_KEY', 'PID_REGISTRAR_KEY', 'PID_PLAY_SPONSOR_KEY'].map(
      (name) => `${name} is not set: only a service on loopback makes its own`,
    ),
  ]);
});
