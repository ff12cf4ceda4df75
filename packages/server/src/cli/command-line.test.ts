import { expect, onTestFinished, test } from 'vitest';
import { newAccount } from '../../test/account-helper.ts';
import { newApp } from '../../test/app-helper.ts';
import { runPid } from '../../test/command-helper.ts';
import { brokenSettings, commandsBelow } from '../../test/every-command.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { cloneDatabase } from '../../test/test-database.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const environment = {
  PID_DATABASE_URL: service.connectionString,
  PID_MASTER_KEY: testMasterKey,
  PID_BASE_URL: service.baseUrl,
  PID_LOG_LEVEL: 'silent',
};
const pid = (...words: string[]) => runPid(words, environment);

test('--help of every command describes it and does nothing', async () => {
  const all = (await commandsBelow()).map(({ words }) => words.join(' '));
  expect(all.length).toBeGreaterThan(50);
  expect(all).toEqual(
    expect.arrayContaining(['start', 'admin credential revoke', 'partitions detach', 'dev reset']),
  );
});

test('reports unknown commands and options on standard error with code 2', async () => {
  for (const words of [['dance'], ['keys', 'dance'], ['keys', 'rotate', '--now'], ['admin', 'delete']]) {
    const { code, lines, complaints } = await pid(...words);
    expect([words, code, lines]).toEqual([words, 2, complaints]);
  }
  expect((await runPid(['--version'], brokenSettings)).text).toMatch(/^\d+\.\d+\.\d+/);
});

test('asks before an irreversible action, and does nothing without a terminal', async () => {
  const player = await newPlayer(service);
  const asked: string[] = [];
  const answering = (answer: boolean) =>
    runPid(['admin', 'delete', player.pid], environment, async (question) => {
      asked.push(question);
      return answer;
    });
  expect((await pid('admin', 'delete', player.pid)).complaints[0]).toContain('Nothing was done: say --yes');
  expect((await answering(false)).code).toBe(1);
  expect((await player.client.get('/v1/identity/me')).body.status).toBe('active');
  expect((await answering(true)).code).toBe(0);
  expect(asked).toEqual([expect.stringContaining(player.pid), expect.stringContaining(player.pid)]);
  // The node learns of the deletion through the database.
  await expect.poll(async () => (await player.client.get('/v1/identity/me')).status).not.toBe(200);
});

test('the audit log contains the actor, and --json prints one object', async () => {
  const player = await newPlayer(service);
  const { text } = await pid('admin', 'suspend', player.pid, '--as', 'andi', '--json');
  expect(JSON.parse(text)).toEqual({ pid: player.pid, status: 'suspended' });
  expect((await pid('admin', 'reactivate', player.pid, '--as', 'two words')).code).toBe(1);
  const { rows } = await service.db.query(
    `select actor from audit_events where target = $1 and action like 'identity.%' order by id`,
    [player.pid],
  );
  expect(rows.at(-1)).toEqual({ actor: 'cli:andi' });
});

test('lists keys with their state, and a revocation leaves one signing key', async () => {
  await pid('keys', 'rotate');
  const states = async () =>
    (JSON.parse((await pid('keys', 'list', '--json')).text) as { state: string }[]).map(({ state }) => state);
  expect(await states()).toEqual(['signs', 'verifies']);
  expect((await pid('keys', 'rotate', '--revoke')).code).toBe(1);
  expect(await states()).toEqual(['signs', 'verifies']);
  expect((await pid('keys', 'rotate', '--revoke', '--yes', '--as', 'andi')).code).toBe(0);
  expect(await states()).toEqual(['signs', 'revoked', 'revoked']);
  const { rows } = await service.db.query(
    `select action, actor from audit_events where action like 'keys.%' order by id`,
  );
  expect(rows).toEqual([
    { action: 'keys.rotated', actor: 'cli' },
    { action: 'keys.revoked', actor: 'cli:andi' },
  ]);
});

test('refuses to unpin a chain on which a wallet has acted', async () => {
  await newAccount(service);
  const { code, complaints } = await pid('chain', 'identity', '--forget', '--yes');
  expect([code, complaints[0]]).toEqual([1, expect.stringContaining('Wallets have acted on that chain')]);
  expect((await pid('chain', 'identity')).text).not.toContain('None yet');
});

test('refuses play money outside development databases without creating a chain, and can unpin one made by mistake', async () => {
  const clone = await cloneDatabase();
  onTestFinished(() => clone.drop());
  const production = {
    PID_DATABASE_URL: clone.connectionString,
    PID_MASTER_KEY: testMasterKey,
    PID_BASE_URL: 'https://pid.example',
    PID_LOG_LEVEL: 'silent',
  };
  const address = '11111111111111111111111111111112';
  for (const settings of [
    { ...production, PID_PROVIDERS: '[]' },
    { ...environment, PID_DATABASE_URL: clone.connectionString, PID_SOLANA_RPC_URL: 'http://127.0.0.1:1' },
  ])
    expect((await runPid(['chain', 'airdrop', address, '--sol', '1'], settings)).code).toBe(1);
  const elsewhere = { ...environment, PID_DATABASE_URL: clone.connectionString };
  expect((await runPid(['chain', 'identity'], elsewhere)).text).toContain('None yet');
  expect((await runPid(['chain', 'airdrop', address, '--sol', '1'], elsewhere)).code).toBe(0);
  const { genesisHash } = JSON.parse((await runPid(['chain', 'identity', '--json'], elsewhere)).text);
  expect(genesisHash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  expect((await runPid(['chain', 'identity', '--forget'], elsewhere)).code).toBe(1);
  expect((await runPid(['chain', 'identity', '--forget', '--yes'], elsewhere)).code).toBe(0);
  expect((await runPid(['chain', 'identity'], elsewhere)).text).toContain('None yet');
});

test('ends the sessions of one player or of all players', async () => {
  const [one, other] = [await newPlayer(service), await newPlayer(service)];
  const signedIn = async () =>
    Promise.all([one, other].map(async ({ client }) => (await client.get('/v1/identity/me')).status));
  expect((await pid('sessions', 'end', '--yes')).complaints).toEqual([
    'Name one identity, such as budi@pid, or say --all.',
  ]);
  expect((await pid('sessions', 'end', one.pid, '--yes')).text).toBe('1 sessions were ended.');
  await expect.poll(signedIn).toEqual([401, 200]);
  expect((await pid('sessions', 'end', '--all')).complaints[0]).toContain('Nothing was done: say --yes');
  expect((await pid('sessions', 'end', '--all', '--yes')).code).toBe(0);
  await expect.poll(signedIn).toEqual([401, 401]);
});

test('bypasses a transaction-mode pooler, and names no statements where it must not', async () => {
  const { pid: name } = await newPlayer(service);
  await service.db.query('create table watched (timeout text, named boolean)');
  await service.db.query(
    `create function watch() returns trigger language plpgsql as $$ begin
       insert into watched select current_setting('statement_timeout'), exists (select from pg_prepared_statements);
       return null; end $$;
     create trigger watched after insert on audit_events for each statement execute function watch()`,
  );
  onTestFinished(async () => {
    await service.db.query('drop function watch cascade; drop table watched');
  });
  const end = async (settings: Record<string, string>) => {
    const ended = await runPid(['sessions', 'end', name, '--yes'], { ...environment, ...settings });
    expect([ended.code, ended.complaints]).toEqual([0, []]);
    return (await service.db.query('delete from watched returning *')).rows;
  };
  // A pooler that ignores the timeouts of clients: its connections have the timeout of the role.
  const PID_DATABASE_URL = `${service.connectionString}&statement_timeout=10000`;
  const PID_DATABASE_SESSION_URL = service.connectionString;
  const off = { PID_DATABASE_URL, PID_DATABASE_NAMED_STATEMENTS: 'off' };
  expect(await end({ PID_DATABASE_URL, PID_DATABASE_SESSION_URL })).toEqual([{ timeout: '1h', named: true }]);
  expect(await end(off)).toEqual([{ timeout: '10s', named: false }]);
  const unreachable = 'postgresql://pid@127.0.0.1:1/pid';
  const { code, text } = await runPid(['sessions', 'end', name, '--yes'], {
    ...environment,
    PID_DATABASE_SESSION_URL: unreachable,
  });
  expect([code, text]).toEqual([1, expect.stringContaining('PID_DATABASE_SESSION_URL cannot be reached')]);
});

test('shows identities, apps and top-ups as text and as JSON', async () => {
  const player = await newPlayer(service);
  const { id } = (await player.client.post('/v1/fiat/topups', { amount: 50_000 })).body;
  expect((await pid('identity', 'show', player.pid)).text).toContain('active');
  expect(JSON.parse((await pid('identity', 'list', player.pid, '--json')).text).items).toMatchObject([
    { pid: player.pid, status: 'active' },
  ]);
  expect((await pid('topup', 'list', player.pid)).text).toContain(`${id}  pending  Rp`);
  expect(JSON.parse((await pid('topup', 'show', id, '--json')).text)).toMatchObject({
    id,
    pid: player.pid,
    amount: '50000',
  });
  const { clientId } = await newApp(player.client, { name: 'Looked up' });
  expect((await pid('app', 'list', 'Looked up')).text).toContain(
    `${clientId}  active  ${player.pid}  Looked up`,
  );
  expect((await pid('app', 'show', clientId)).text).toContain('https://game.example');
  for (const words of [
    ['identity', 'show', 'nobody_at_all@pid'],
    ['topup', 'show', 'x'],
    ['app', 'show', 'app_x'],
  ])
    expect([words, (await pid(...words)).code]).toEqual([words, 1]);
});

test('exports the audit log by actor, action and time, and resumes the security log after an id', async () => {
  const player = await newPlayer(service);
  await pid('--as', 'siti', 'admin', 'suspend', player.pid);
  await pid('--as', 'budi', 'admin', 'reactivate', player.pid);
  const lines = async (...words: string[]) =>
    (await pid('audit', 'export', ...words)).lines.map(
      (line) => JSON.parse(line) as { actor: string; action: string },
    );
  expect(await lines('--pid', player.pid, '--actor', 'cli:siti')).toMatchObject([
    { action: 'identity.suspended' },
  ]);
  expect((await lines('--action', 'identity.', '--pid', player.pid)).map(({ actor }) => actor)).toEqual(
    expect.arrayContaining(['cli:siti', 'cli:budi']),
  );
  expect(await lines('--pid', player.pid, '--until', '2020-01-01')).toEqual([]);
  for (const text of ['monday', '2026-11-16T08:00:00', '2026-02-30T08:00:00Z', '2026-11-16 25:00+00'])
    expect([text, (await pid('audit', 'export', '--since', text)).code]).toEqual([text, 1]);
  for (const text of [
    '2026-11-16',
    '2026-11-16T08:00:00Z',
    '2026-11-16 08:00:00+00',
    '2026-11-16T15:00+07:00',
  ])
    expect([text, (await pid('audit', 'export', '--since', text)).code]).toEqual([text, 0]);
  const follow = async (after: string) =>
    (await pid('security-log', 'follow', '--once', '--after', after)).lines.map(
      (line) => JSON.parse(line) as { id: string; event: string; operation: string },
    );
  const all = await follow('0');
  const changes = all
    .map(({ operation }) => operation)
    .filter((operation) => operation !== 'pid audit export');
  expect(changes.slice(-2)).toEqual(['pid admin suspend', 'pid admin reactivate']);
  // The log contains addresses and browsers, so an export is an event, as over HTTP; a refused one is not.
  expect(all.filter(({ event }) => event === 'export')).toHaveLength(7);
  expect(await follow(all.at(-2)!.id)).toEqual([all.at(-1)]);
});
