import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { encodeBase58 } from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import { newSigner } from '../../test/chain-helper.ts';
import { runPid } from '../../test/command-helper.ts';
import { commandsBelow } from '../../test/every-command.ts';
import { startFaultyChain, type FaultyChain } from '../../test/faulty-chain.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { signerFromSeed } from '../platform/chain/index.ts';
import { randomIds } from '../platform/ids.ts';
import { serviceSecret } from '../sessions/index.ts';

/** The effect of every command. A command that is missing here fails the first test. */
const judged: Readonly<
  Record<string, 'looks' | 'serves' | 'adds' | 'can be undone' | 'was agreed to' | 'asks'>
> = {
  start: 'serves',
  migrate: 'adds',
  doctor: 'looks',
  'keys generate': 'adds',
  'keys list': 'looks',
  'keys rotate': 'asks',
  // The same command with both keys swapped undoes it.
  'keys reseal': 'can be undone',
  'keys reset-master': 'asks',
  'sessions end': 'asks',
  'admin credential add': 'adds',
  'admin credential list': 'looks',
  'admin credential revoke': 'asks',
  'admin suspend': 'can be undone',
  'admin reactivate': 'can be undone',
  'admin delete': 'asks',
  'admin verify': 'can be undone',
  'admin unverify': 'can be undone',
  'admin pause': 'can be undone',
  'admin resume': 'can be undone',
  'chain deploy': 'asks',
  'chain upgrade': 'asks',
  'chain write': 'asks',
  'chain set': 'asks',
  'chain accept': 'asks',
  'chain policy': 'asks',
  'chain sign': 'asks',
  // The signer has already confirmed it.
  'chain submit': 'was agreed to',
  'chain status': 'looks',
  'chain identity': 'asks',
  'chain serve': 'serves',
  // Play money, on a development chain only.
  'chain airdrop': 'adds',
  'ledger audit': 'looks',
  'ledger fees': 'looks',
  'ledger seals': 'looks',
  'ledger clawback': 'asks',
  'ledger recover': 'asks',
  'ledger settle': 'looks',
  'log status': 'looks',
  // It writes only its own file.
  witness: 'serves',
  'log restart': 'asks',
  'log continue': 'can be undone',
  'log rotate': 'asks',
  'log reserves': 'asks',
  'settlements export': 'asks',
  'settlements import': 'asks',
  'settlements recover': 'asks',
  'settlements abandon-provider': 'asks',
  'partitions list': 'looks',
  'partitions move': 'asks',
  'partitions detach': 'asks',
  'identity list': 'looks',
  'identity show': 'looks',
  'identity export': 'looks',
  'app list': 'looks',
  'app show': 'looks',
  'topup list': 'looks',
  'topup show': 'looks',
  'payment list': 'looks',
  'payment show': 'looks',
  'audit export': 'looks',
  'security-log follow': 'looks',
  registrar: 'serves',
  'breach list': 'looks',
  'report children': 'looks',
  'report emoney': 'looks',
  // Only on a loopback service, with play money.
  'dev player': 'adds',
  'dev pay': 'adds',
  'dev decline': 'adds',
  'dev expire': 'adds',
  'dev events': 'looks',
  'dev reset': 'asks',
};

/** These commands need their own setup; the listed test shows that they ask. */
const askedIn: Readonly<Record<string, string>> = {
  'keys reset-master': '../reset-master.release.test.ts',
  'ledger recover': '../checkout/recover-top-ups.test.ts',
  'log restart': '../transparency/log-command.test.ts',
  'log rotate': '../transparency/log-command.test.ts',
  'log reserves': '../transparency/log-command.test.ts',
  'settlements export': '../settlements/settlement-files.test.ts',
  'settlements import': '../settlements/settlement-files.test.ts',
  'settlements recover': '../settlements/recover-settlements.test.ts',
  'settlements abandon-provider': '../settlements/transfer-settlements.test.ts',
  'partitions move': '../platform/db/move-to-partitions.release.test.ts',
  'partitions detach': '../platform/db/move-to-partitions.release.test.ts',
  'dev reset': './dev.release.test.ts',
};

let world: FaultyChain;
let environment: Record<string, string>;
/** Arguments with which each of these commands would act if confirmed. */
let calls: Readonly<Record<string, readonly string[]>>;
let nextSeed: Uint8Array;
let spenders: readonly ReturnType<typeof signerFromSeed>[];
let victim: Awaited<ReturnType<typeof newPlayer>>;

beforeAll(async () => {
  world = await startFaultyChain();
  const { service } = world;
  const seedOf = (name: string) => serviceSecret(service, name, randomIds.bytes(32), service.clock.now());
  const [admin, upgrade, next, payer] = [
    await seedOf('chain-admin'),
    await seedOf('chain-upgrade-authority'),
    randomIds.bytes(32),
    randomIds.bytes(32),
  ];
  nextSeed = next;
  spenders = [admin, upgrade, next, payer].map((seed) => signerFromSeed(seed));
  for (const { address } of spenders) await world.airdrop(address, 5_000_000_000n);
  const { programId } = (await service.client().get('/v1/chain')).body;
  environment = {
    PID_DATABASE_URL: service.connectionString,
    PID_MASTER_KEY: testMasterKey,
    PID_BASE_URL: service.baseUrl,
    PID_LOG_LEVEL: 'silent',
    PID_SOLANA_RPC_URL: world.rpcUrl,
    PID_PROGRAM_ID: programId,
    PID_ADMIN_KEY: encodeBase58(admin),
    PID_UPGRADE_AUTHORITY_KEY: encodeBase58(upgrade),
    PID_PAYER_KEY: encodeBase58(payer),
  };
  const nextAdmin = signerFromSeed(next).address;
  const printed = await pid(
    'chain',
    'set',
    'registrar',
    newSigner().address,
    '--unsigned',
    spenders[0]!.address,
    '--json',
  );
  const { message } = JSON.parse(printed.text) as { message: string };
  await pid('chain', 'set', 'admin', nextAdmin, '--yes');
  victim = await newPlayer(service);
  await pid('admin', 'credential', 'add', '--name', 'desk', '--role', 'reader');
  calls = {
    'keys rotate': ['--revoke'],
    'sessions end': [victim.pid],
    'admin credential revoke': ['desk'],
    'admin delete': [victim.pid],
    'chain deploy': [],
    'chain upgrade': [],
    'chain write': ['--authority', spenders[1]!.address],
    'chain set': ['registrar', newSigner().address],
    'chain accept': [],
    'chain policy': ['777', '123456'],
    'chain sign': [message],
    'chain identity': ['--forget'],
    'ledger clawback': [crypto.randomUUID(), '1000', 'given', 'back'],
  };
});

const pid = (...words: string[]) => runPid(words, environment);
const settingsFor = (command: string) =>
  command === 'chain accept' ? { ...environment, PID_ADMIN_KEY: encodeBase58(nextSeed) } : environment;

test('every command is classified, and every command that asks has a test', async () => {
  const found = (await commandsBelow()).filter(({ isGroup }) => !isGroup).map(({ words }) => words.join(' '));
  expect(found.toSorted()).toEqual(Object.keys(judged).toSorted());
  const asking = Object.keys(judged).filter((command) => judged[command] === 'asks');
  expect([...Object.keys(calls), ...Object.keys(askedIn)].toSorted()).toEqual(asking.toSorted());
  for (const [command, file] of Object.entries(askedIn)) {
    const text = await readFile(fileURLToPath(new URL(file, import.meta.url)), 'utf8');
    expect([command, text.includes(`'${command.split(' ')[1]}'`), text.includes('Nothing was done')]).toEqual(
      [command, true, true],
    );
  }
});

test('does nothing irreversible without a terminal or after a no', async () => {
  const spent = () =>
    Promise.all(spenders.map(async ({ address }) => (await world.chain.account(address)).account?.lamports));
  const before = await spent();
  for (const [command, rest] of Object.entries(calls)) {
    const words = [...command.split(' '), ...rest, '--as', 'stranger'];
    const alone = await runPid(words, settingsFor(command));
    expect([command, alone.code, alone.complaints.at(-1)]).toEqual([
      command,
      1,
      expect.stringMatching(/\? Nothing was done: say --yes to do it\.$/),
    ]);
    const asked: string[] = [];
    const refused = await runPid(words, settingsFor(command), async (question) => {
      asked.push(question);
      return false;
    });
    expect([command, refused.code, asked.length]).toEqual([command, 1, 1]);
  }
  expect(await spent()).toEqual(before);
  const { rowCount } = await world.service.db.query("select from audit_events where actor = 'cli:stranger'");
  expect(rowCount).toBe(0);
  expect((await victim.client.get('/v1/identity/me')).body.status).toBe('active');
});

test('the audit log, and the security log outside the database, contain the actor and the reason', async () => {
  const { db } = world.service;
  const by = ['--yes', '--as', 'andi', '--reason', 'Rehearsed'];
  const { client: owner } = await newPlayer(world.service);
  const { client_id: clientId } = await owner.call('registerApp', { name: 'Shop', origins: [] });
  const { pid: leaving } = await newPlayer(world.service);
  const acts = [
    [['keys', 'rotate', '--revoke'], 'keys.revoked'],
    [['keys', 'reseal'], 'keys.resealed'],
    [['sessions', 'end', victim.pid], 'sessions.ended'],
    [['admin', 'credential', 'add', '--name', 'robot', '--role', 'reader'], 'machine.added'],
    [['admin', 'credential', 'revoke', 'robot'], 'machine.revoked'],
    [['admin', 'verify', clientId], 'app.verified'],
    [['admin', 'unverify', clientId], 'app.unverified'],
    [['admin', 'pause', clientId], 'app.paused'],
    [['admin', 'resume', clientId], 'app.resumed'],
    [['admin', 'delete', leaving], 'identity.deleted'],
    [['admin', 'suspend', victim.pid], 'identity.suspended'],
    [['admin', 'reactivate', victim.pid], 'identity.reactivated'],
    [['breach', 'list', '--since', '2026-01-01'], 'breach.list'],
    [['chain', 'identity', '--forget'], 'chain.forgotten'],
  ] as const;
  const administering = Object.keys(judged).filter(
    (command) => command.startsWith('admin ') && judged[command] !== 'looks',
  );
  const depthOf = (words: readonly string[]) => (words[1] === 'credential' ? 3 : 2);
  const tried = acts.map(([words]) => words.slice(0, depthOf(words)).join(' '));
  expect(tried).toEqual(expect.arrayContaining(administering));
  for (const [words, action] of acts) {
    const logged: string[] = [];
    const { code, text } = await runPid([...words, ...by], environment, undefined, {
      log: (line) => void logged.push(line),
    });
    expect([words, code, code === 0 ? '' : text]).toEqual([words, 0, '']);
    const { rows } = await db.query(
      `select details ->> 'reason' as reason from audit_events where actor = 'cli:andi' and action = $1`,
      [action],
    );
    expect([action, rows]).toEqual([action, [{ reason: 'Rehearsed' }]]);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject(
      ['begun', 'done'].map((outcome) => ({
        msg: 'security event',
        operation: expect.stringMatching(`^pid ${words[0]} ${words[1]}`),
        details: { actor: 'cli:andi', reason: 'Rehearsed', outcome },
      })),
    );
    const { details } = JSON.parse(logged[0]!) as { details: { subject: string; options?: string } };
    expect(`${details.subject} ${details.options ?? ''}`.trim()).toContain(
      words.slice(depthOf(words)).join(' '),
    );
  }
});

test('a failed act has lines too, and a log that cannot be written is complained about', async () => {
  const logged: string[] = [];
  const suspend = (pidOfOne: string, settings: Record<string, string>) =>
    runPid(['admin', 'suspend', pidOfOne], settings, undefined, { log: (line) => void logged.push(line) });
  const outcomes = () =>
    logged.splice(0).map((line) => (JSON.parse(line) as { details: { outcome: string } }).details.outcome);
  expect((await suspend('nobody_at_all@pid', environment)).code).toBe(1);
  expect(outcomes()).toEqual(['begun', 'failed']);
  // Linux has a device that is always full.
  const { code, complaints } = await suspend(victim.pid, {
    ...environment,
    PID_COMMAND_LOG: '/dev/full',
  });
  const complaint = 'The security log /dev/full cannot be written (ENOSPC). Add this line to it:';
  expect([code, complaints, outcomes()]).toEqual([0, [complaint, complaint], ['begun', 'done']]);
});
