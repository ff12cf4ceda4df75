import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileMessage, encodeBase58, toAddress, transferInstruction } from '@pid/protocol';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { newSigner } from '../../test/chain-helper.ts';
import { runPid } from '../../test/command-helper.ts';
import { startFaultyChain, type FaultyChain } from '../../test/faulty-chain.ts';
import { asSuperuser } from '../../test/test-database.ts';
import { listPidsOfPasskey } from '../credentials/index.ts';
import { signerFromSeed } from '../platform/chain/index.ts';
import { openDatabase } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { randomIds } from '../platform/ids.ts';
import { serviceSecret } from '../sessions/index.ts';

let world: FaultyChain;
let shared: Record<string, string>;
let adminSeed: Uint8Array;

beforeAll(async () => {
  world = await startFaultyChain();
  const { service } = world;
  adminSeed = await serviceSecret(service, 'chain-admin', randomIds.bytes(32), service.clock.now());
  const { programId } = (await service.client().get('/v1/chain')).body;
  shared = { PID_SOLANA_RPC_URL: world.rpcUrl, PID_PROGRAM_ID: programId };
  await world.airdrop(signerFromSeed(adminSeed).address, 1_000_000_000n);
});

const registrarOnChain = async () =>
  /Registrar +(\S+)/.exec((await runPid(['chain', 'status'], shared)).text)?.[1];

test('only the administrator’s key can set the registrar', async () => {
  const { address } = newSigner();
  const set = () =>
    runPid(['chain', 'set', 'registrar', address, '--yes'], {
      ...shared,
      PID_ADMIN_KEY: encodeBase58(adminSeed),
    });
  expect((await set()).lines).toEqual([
    `Makes ${address} the registrar of the program ${shared['PID_PROGRAM_ID']}.`,
    `The registrar is ${address} now.`,
  ]);
  expect(await registrarOnChain()).toBe(address);
  expect((await set()).text).toBe(`The registrar is ${address} already.`);
  const stranger = { ...shared, PID_ADMIN_KEY: encodeBase58(randomIds.bytes(32)) };
  const refused = await runPid(['chain', 'set', 'registrar', newSigner().address], stranger);
  expect([refused.code, refused.complaints[0]]).toEqual([
    1,
    expect.stringContaining('the config is administered by'),
  ]);
  expect((await runPid(['chain', 'set', 'registrar', address], shared)).complaints[0]).toContain(
    'PID_ADMIN_KEY',
  );
});

test('prints a message, signs it without a network, and submits it', async () => {
  const { address } = newSigner();
  const admin = signerFromSeed(adminSeed).address;
  const printed = await runPid(['chain', 'set', 'registrar', address, '--unsigned', admin, '--json'], shared);
  const { message } = JSON.parse(printed.text) as { message: string };
  expect(await registrarOnChain()).not.toBe(address);
  const alone = { PID_ADMIN_KEY: encodeBase58(adminSeed) };
  const asked = await runPid(['chain', 'sign', message], alone);
  expect(asked.code).toBe(1);
  expect(asked.complaints[0]).toBe(
    `Makes ${address} the registrar of the program ${shared['PID_PROGRAM_ID']}.`,
  );
  const signed = await runPid(['chain', 'sign', message, '--yes', '--json'], alone);
  const { signature } = JSON.parse(signed.lines.at(-1)!) as { signature: string };
  expect((await runPid(['chain', 'submit', message, signature], shared)).text).toBe(`Done: ${signature}`);
  expect(await registrarOnChain()).toBe(address);

  const wrong = encodeBase58(randomIds.bytes(64));
  expect((await runPid(['chain', 'submit', message, wrong], shared)).code).toBe(1);
  const other = await runPid(['chain', 'sign', message, '--yes'], {
    PID_ADMIN_KEY: encodeBase58(randomIds.bytes(32)),
  });
  expect(other.complaints[0]).toContain(`It is to be signed by ${admin}`);
});

test('refuses to sign a message that does not change the config', async () => {
  const admin = signerFromSeed(adminSeed).address;
  const blockhash = toAddress((await world.chain.latestBlockhash()).blockhash);
  const sends = compileMessage(admin, blockhash, [transferInstruction(newSigner().address, admin, 1n)]);
  const strange = compileMessage(admin, blockhash, [
    { programAddress: newSigner().address, accounts: [], data: Uint8Array.of(1, 2, 3) },
  ]);
  for (const { messageBytes } of [sends, strange]) {
    const message = Buffer.from(messageBytes).toString('base64');
    const { code, complaints } = await runPid(['chain', 'sign', message, '--yes'], {
      PID_ADMIN_KEY: encodeBase58(adminSeed),
    });
    expect([code, complaints[0]]).toEqual([1, expect.stringContaining('That is no message that')]);
  }
});

test('`pid keys generate` writes a key that only its owner can read, and overwrites no file', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'relayer.json');
  const made = await runPid(['keys', 'generate', file, '--json'], { PID_PORT: 'x' });
  const { address } = JSON.parse(made.text) as { address: string };
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const numbers = JSON.parse(await readFile(file, 'utf8')) as number[];
  expect([numbers.length, signerFromSeed(Uint8Array.from(numbers.slice(0, 32))).address]).toEqual([
    64,
    address,
  ]);
  expect((await runPid(['keys', 'generate', file], {})).complaints).toEqual([
    `${file} is there already: nothing was done.`,
  ]);
  const master = path.join(folder, 'master');
  expect((await runPid(['keys', 'generate', master, '--master'], {})).code).toBe(0);
  expect(Buffer.from(await readFile(master, 'utf8'), 'base64')).toHaveLength(32);
});

test('the registrar lists missing settings, needs no node settings, and its role can read only the owner of a passkey', async () => {
  const nothing = await runPid(['registrar'], { PID_BASE_URL: 'https://pid.example' });
  expect([nothing.code, nothing.complaints.map((sentence) => sentence.split(' ')[0])]).toEqual([
    1,
    ['PID_REGISTRAR_KEY', 'PID_REGISTRAR_TOKEN', 'PID_PROGRAM_ID', 'PID_DATABASE_URL'],
  ]);
  const superuser = asSuperuser(world.service);
  const role = `pid_registrar_${randomIds.bytes(4).toString('hex')}`;
  const owner = { PID_DATABASE_URL: world.service.connectionString };
  const missing = await runPid(['migrate'], { ...owner, PID_REGISTRAR_ROLE: role });
  expect(missing.complaints).toEqual([
    expect.stringContaining(`there is no such role: \`create role ${role}`),
  ]);
  await superuser.query(`create role ${role} login password 'of-the-registrar'`);
  onTestFinished(async () => {
    await superuser.query(`drop owned by ${role}`);
    await superuser.query(`drop role ${role}`);
  });
  const own = {
    PID_REGISTRAR_KEY: encodeBase58(randomIds.bytes(32)),
    PID_REGISTRAR_TOKEN: 'a-token-that-is-long-enough-for-it',
    PID_PROGRAM_ID: shared['PID_PROGRAM_ID']!,
    PID_DATABASE_URL: world.service.connectionString.replace(/\/\/[^@]+@/, `//${role}:of-the-registrar@`),
    PID_LOG_LEVEL: 'silent',
  };
  const early = await runPid(['registrar', '--port', '0'], own);
  expect(early.complaints).toEqual([
    expect.stringMatching(/cannot read the owner of a passkey .*PID_REGISTRAR_ROLE/),
  ]);
  expect((await runPid(['migrate'], { ...owner, PID_REGISTRAR_ROLE: role })).code).toBe(0);
  const { rows } = await superuser.query<{ readable: string }>(
    `select relname as readable from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p')
       and has_any_column_privilege($1, oid, 'select, insert, update') order by 1`,
    [role],
  );
  expect(rows.map(({ readable }) => readable)).toEqual([
    'applied_functions',
    'applied_migrations',
    'applied_releases',
    'identities',
    'passkeys',
  ]);
  const db = openDatabase({
    connectionString: own.PID_DATABASE_URL,
    poolSize: 1,
    log: createLogger('silent'),
  });
  onTestFinished(() => db.close());
  expect(await listPidsOfPasskey(db, Buffer.alloc(33), new Date())).toEqual([]);
  await expect(db.query('select credential_id from passkeys')).rejects.toThrow('permission denied');
});
