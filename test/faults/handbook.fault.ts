import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { fakeMidtrans } from '../../packages/server/src/checkout/providers/testing/fake-midtrans.ts';
import { prepareDatabase } from '../../packages/server/src/prepare-database.ts';
import { openDatabase } from '../../packages/server/src/platform/db/index.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import {
  administrators,
  daySeconds,
} from '../../packages/server/src/settlements/testing/settlement-fixture.ts';
import { ageRows } from '../../packages/server/test/age-rows.ts';
import { startDebianPostgres } from '../../packages/server/test/debian-postgres.ts';
import { runPid } from '../../packages/server/test/command-helper.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { packageFolder } from '../../packages/server/test/new-database.ts';
import type { HttpClient } from '../../packages/server/test/http-client.ts';
import { newPlayer, signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { signInConfirming } from '../../packages/server/test/step-up-helper.ts';
import type { TestService } from '../../packages/server/test/test-service.ts';
import { root } from '../support/deploy-files.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { ensureDebianPostgres } from '../support/ensure-postgres.ts';
import { ownNginx, ownRedis } from '../support/own-programs.ts';
import { walked, type Walked } from './handbook-cover.ts';
import { openCluster, openMachine, type Running } from './handbook-machine.ts';
import { airdrop, startCommand } from './install-parts.ts';
import { clockAt, openApps, openPast, settlementFee } from './money-world.ts';
import { until } from './own-postgres.ts';
import { withoutLimits } from './own-world.ts';

const tools = {
  root: process.getuid?.() === 0,
  postgres: ensureDebianPostgres(),
  nginx: ensureTool('nginx', { debian: 'nginx-light' }),
  redis: ensureTool('redis-server', { debian: 'redis-server' }),
  sudo: ensureTool('sudo', { debian: 'sudo' }),
  curl: ensureTool('curl', { debian: 'curl' }),
};
const handbook = await readFile(path.join(root, 'docs/operations.md'), 'utf8');
/** The value of a setting in a comment of the block about backups. */
const settingOf = (name: string) => new RegExp(`${name} = ('[^']+'|\\w+)`).exec(handbook)![1]!;

/** Everything that was started is stopped in reverse order, also after a failure. */
const endings: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

interface Options {
  /** Values for the places of the text that the reader fills in. */
  readonly fill?: Record<string, string>;
  readonly environment?: Record<string, string>;
  /** The expected exit code. */
  readonly code?: number;
  /** Options that the text around the command names, such as `--yes`. */
  readonly more?: string;
  readonly as?: 'postgres';
  readonly input?: string;
}

describe.skipIf(Object.values(tools).includes(null) || !tools.root)(
  `the commands of the handbook${skipReason(tools)}`,
  () => {
    test('installs two nodes on Debian’s PostgreSQL and Redis behind nginx, and runs every command', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'pid-handbook-'));
      endings.push(() => rm(folder, { recursive: true, force: true }));
      const machine = await openMachine(folder);
      const at = (...names: string[]) => path.join(folder, ...names);
      const executed = new Set<string>();
      const filled = (command: Walked, fill: Record<string, string> = {}) => {
        executed.add(command);
        let text: string = command;
        for (const [place, value] of Object.entries(fill)) {
          expect([command, text]).toEqual([command, expect.stringContaining(place)]);
          text = text.replaceAll(place, value);
        }
        return machine.here(text);
      };
      const [primaryPort, standbyPort, webPort, first, second, registrarPort] = [
        await freePort(),
        await freePort(),
        await freePort(),
        await freePort(),
        await freePort(),
        await freePort(),
      ] as const;
      const sockets = { PGHOST: at('postgresql'), PGPORT: String(primaryPort) };
      async function run(command: Walked, options: Options = {}) {
        const text = `${filled(command, options.fill)}${options.more ? ` ${options.more}` : ''}`;
        const outcome = await machine.shell(
          options.as === 'postgres' ? 'cd / && exec runuser -u postgres -- sh -c "$COMMAND"' : text,
          { ...options.environment, ...(options.as ? { COMMAND: text, ...sockets } : {}) },
          options.input,
        );
        expect
          .soft([text, outcome.code, outcome.text])
          .toEqual([text, options.code ?? 0, expect.any(String)]);
        return outcome;
      }
      async function sql<Row extends pg.QueryResultRow>(
        command: Walked,
        role = 'postgres',
        fill: Record<string, string> = {},
      ): Promise<Row[]> {
        return cluster.query<Row>(filled(command, fill), role);
      }
      /** A failure in one section does not hide those in others. */
      const section = async (name: string, follow: () => Promise<void>) => {
        const failure = await follow().then(
          () => null,
          (error: unknown) => String(error),
        );
        expect.soft([name, failure]).toEqual([name, null]);
      };
      const settings: Record<string, string> = {};
      const writeSettings = () =>
        machine.give(
          at('etc/pid/environment'),
          Object.entries(settings)
            .map(([name, value]) => `${name}=${value}\n`)
            .join(''),
        );
      const secret = async (name: string, text: string) => {
        const file = at('etc/pid/secrets', name);
        await machine.give(file, `${text}\n`);
        return file;
      };

      // The production packages install. The walk itself uses this checkout: it has the development sign-in.
      await run('git clone … /opt/pid && cd /opt/pid && npm ci --omit=dev', {
        fill: { '…': `--quiet --depth 1 file://${root}`, '/opt/pid': at('clone') },
        more: '--no-audit --no-fund',
      });
      executed.add('npm ci --omit=dev');
      for (const [name, isThere] of [
        ['pg', true],
        ['vitest', false],
      ] as const)
        expect
          .soft([name, (await readdir(at('clone/node_modules'))).includes(name)])
          .toEqual([name, isThere]);

      // deploy/systemd/README.md
      const inOpt = async (command: Walked) => {
        const text = filled(command);
        const outcome = await machine.shell(`cd ${at('opt/pid')} && ${text}`);
        expect.soft([text, outcome.code, outcome.text]).toEqual([text, 0, expect.any(String)]);
      };
      await inOpt('install -d -m 0750 -g pid /etc/pid /etc/pid/secrets');
      await inOpt('install -m 0600 /dev/null /etc/pid/secrets/database-owner-url');
      await inOpt('install -m 0640 -g pid deploy/systemd/environment.example /etc/pid/environment');
      await inOpt('install -m 0755 deploy/systemd/pid /usr/local/bin/pid');
      await inOpt('install -m 0644 deploy/systemd/*.service deploy/systemd/*.timer /etc/systemd/system/');
      expect.soft(await readdir(at('units'))).toContain('pid.service');
      expect.soft((await stat(at('etc/pid/secrets/database-owner-url'))).mode & 0o777).toBe(0o600);

      // Compose: the folder keeps other users out, the files are readable.
      await mkdir(at('opt/pid/deploy/secrets/tls'), { recursive: true });
      await writeFile(at('opt/pid/deploy/secrets/tls/privkey.pem'), 'key', { mode: 0o600 });
      await inOpt('chmod 700 deploy/secrets && find deploy/secrets -type f -exec chmod 644 {} +');
      expect.soft((await stat(at('opt/pid/deploy/secrets'))).mode & 0o777).toBe(0o700);
      expect.soft((await stat(at('opt/pid/deploy/secrets/tls/privkey.pem'))).mode & 0o777).toBe(0o644);

      // 1. PostgreSQL with its archive, roles and database; Redis.
      const password = 'p@ss/w%rd';
      const cluster = await openCluster(tools.postgres!, at('postgresql/main'), primaryPort, {
        postgres: password,
        pid_owner: password,
        pid_service: password,
        pid_registrar: password,
      });
      await mkdir(at('backup/wal'));
      await machine.shell(`chown -R postgres: ${at('backup')}`);
      await cluster.configure(
        `archive_mode = ${settingOf('archive_mode')}\narchive_command = ${machine.here(settingOf('archive_command'))}\n`,
      );
      await cluster.start();
      endings.push(() => cluster.stop());
      const psql = async (text: string) => {
        const outcome = await run('sudo -u postgres psql', {
          more: `-v ON_ERROR_STOP=1 -h ${sockets.PGHOST} -p ${primaryPort}`,
          input: text,
        });
        return outcome.text;
      };
      await psql(`alter role postgres password '${password}';`);
      await psql(
        filled(
          "create role pid_owner login password '…'; create role pid_service login password '…';\ncreate database pid owner pid_owner;",
          { '…': password },
        ),
      );
      await psql(`${filled("create role pid_registrar login password '…'", { '…': password })};`);
      await sql("alter role pid_service set statement_timeout = '10s'");
      await sql('grant pg_read_all_stats to pid_service');
      const redis = await ownRedis(tools.redis!);
      endings.push(() => redis.stop());

      // 3. Keys and secrets.
      expect.soft((await run('openssl rand -base64 32')).out).toMatch(/^\S{44}\n$/);
      const generate = async (name: string) => {
        const file = path.join(machine.work, name);
        const { out } = await run('pid keys generate <file>', { fill: { '<file>': file }, more: '--json' });
        return { file, address: (JSON.parse(out) as { address: string }).address };
      };
      const generateMaster = async (name: string) => {
        const file = path.join(machine.work, name);
        await run('pid keys generate <file> --master', { fill: { '<file>': file } });
        return file;
      };
      const master = await generateMaster('master');
      const keys = {
        relayer: await generate('relayer'),
        registrar: await generate('registrar'),
        sponsor: await generate('sponsor'),
        admin: await generate('admin'),
        upgrade: await generate('upgrade'),
        next: await generate('next'),
      };
      const everyServer = (role: string) =>
        cluster
          .url(role)
          .replace(`127.0.0.1:${primaryPort}`, `127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}`);
      const ownerUrl = everyServer('pid_owner');
      await secret('database-owner-url', ownerUrl);
      const baseUrl = `http://localhost:${webPort}`;
      const midtrans = await fakeMidtrans('SB-handbook');
      Object.assign(settings, {
        ...withoutLimits,
        PID_BASE_URL: baseUrl,
        PID_PORT: String(first),
        PID_TRUSTED_PROXIES: '127.0.0.1,::1',
        PID_DATABASE_URL_FILE: await secret('database-url', everyServer('pid_service')),
        PID_REDIS_URL_FILE: await secret('redis-url', `redis://127.0.0.1:${redis.port}`),
        PID_MASTER_KEY_FILE: master,
        PID_COMMAND_LOG: at('log/security.log'),
        PID_RATE_LIMIT: '0',
        PID_ADMINS: administrators,
        PID_SETTLEMENTS: 'manual',
        PID_SETTLEMENT_FEE: String(settlementFee),
        PID_PAYMENT_PROVIDER: 'midtrans',
        PID_MIDTRANS_SERVER_KEY: 'SB-handbook',
        PID_PAYMENT_API_URL: midtrans.server.url,
        PID_CHAIN: 'off',
      });
      await writeSettings();

      // 5. without a chain: migrate. Then nine days pass, because an app settles only income of more than a week.
      expect.soft((await run('pid migrate --plan')).text).toContain('Safe while nodes serve');
      expect
        .soft((await run('pid migrate', { environment: { PID_REGISTRAR_ROLE: 'pid_registrar' } })).text)
        .toMatch(/^Applied /);
      expect.soft((await sql('select * from applied_releases order by applied_at')).length).toBe(1);
      const db = openDatabase({
        connectionString: cluster.url('pid_owner'),
        poolSize: 2,
        log: createLogger('silent'),
      });
      // Only a service with the owner's address creates the tables of the development sign-in.
      await prepareDatabase({
        connectionString: cluster.url('pid_service'),
        ownerUrl: cluster.url('pid_owner'),
        packageFolder,
        development: true,
      });
      let isOpen = true;
      const closeDatabase = async () => {
        if (isOpen) await db.close();
        isOpen = false;
      };
      endings.push(closeDatabase);
      const { PID_DATABASE_URL_FILE: _url, PID_REDIS_URL_FILE: _redis, ...plain } = settings;
      const past = await openPast(
        {
          ...plain,
          PID_PORT: String(webPort),
          PID_PAYMENT_PROVIDER: '',
          PID_LOG_LEVEL: 'silent',
          PID_ACCESS_TTL_SECONDS: String(daySeconds),
        },
        cluster.url('pid_service'),
        db,
      );
      const opened = await openApps(past, 2);
      await ageRows(db, 2 * daySeconds, { bank_accounts: ['set_at', 'decided_at', 'usable_from'] });
      await past.service.close({ atOnce: true });
      const [app, otherApp] = opened as [(typeof opened)[0], (typeof opened)[0]];

      // 4. The chain is external; the program and its keys are ours.
      const chainPort = await freePort();
      const chainPostgres = await startDebianPostgres(tools.postgres!, chainPort);
      endings.push(() => chainPostgres.stop());
      const chain = await startCommand(
        ['chain', 'serve', '--port', '0'],
        {
          PID_DATABASE_URL: chainPostgres.url,
          PID_BASE_URL: 'http://localhost:4100',
          PID_DATA_DIR: folder,
        },
        /answers at (http:\S+)\./,
      );
      endings.push(chain.stop);
      for (const { address } of Object.values(keys)) await airdrop(chain.found, address, 20_000_000_000);
      delete settings['PID_CHAIN'];
      const token = 'handbook-registrar-token-of-32-characters';
      Object.assign(settings, {
        PID_SOLANA_RPC_URL: chain.found,
        PID_RELAYER_KEY: keys.relayer.file,
        PID_PLAY_SPONSOR_KEY: keys.sponsor.file,
      });
      await writeSettings();
      const deployed = await run('pid chain deploy', {
        more: '--yes',
        environment: {
          PID_REGISTRAR_KEY: keys.registrar.file,
          PID_ADMIN_KEY: keys.admin.file,
          PID_UPGRADE_AUTHORITY_KEY: keys.upgrade.file,
          PID_TREASURY: keys.admin.address,
        },
      });
      const programId = /PID_PROGRAM_ID=(\S+) on/.exec(deployed.text)![1]!;
      Object.assign(settings, {
        PID_PROGRAM_ID: programId,
        PID_REGISTRAR_URL: `http://127.0.0.1:${registrarPort}`,
        PID_REGISTRAR_ADDRESS: keys.registrar.address,
        PID_REGISTRAR_TOKEN_FILE: await secret('registrar-token', token),
      });
      await writeSettings();

      // 5. The registrar, and `pid doctor`.
      const registrarUrl = await secret('registrar-database-url', everyServer('pid_registrar'));
      const startRegistrar = async () => {
        const started = machine.start(`${filled('pid registrar')} --port ${registrarPort}`, {
          PID_REGISTRAR_KEY: keys.registrar.file,
          PID_DATABASE_URL_FILE: registrarUrl,
        });
        endings.push(() => started.stop());
        await until('the registrar answers', () => {
          if (started.child.exitCode !== null) throw new Error(`the registrar ended: ${started.output()}`);
          return fetch(`http://127.0.0.1:${registrarPort}/`).then(
            () => true,
            () => false,
          );
        });
        return started;
      };
      const registrar = await startRegistrar();
      await run('pid doctor');

      // 6. and 7. Two nodes behind nginx.
      const nodes: Running[] = [];
      const readyz = async (port: number) =>
        (
          await machine.shell(
            filled('curl -s localhost:4100/readyz', { 'localhost:4100': `127.0.0.1:${port}` }),
          )
        ).out;
      const startNode = async (index: 0 | 1) => {
        const node = machine.start(filled('pid start --workers N', { N: '1' }), {
          PID_PORT: String([first, second][index]),
          PID_LOG_LEVEL: 'info',
        });
        nodes[index] = node;
        await until('the node is ready', async () => {
          if (node.child.exitCode !== null) throw new Error(`the node ended: ${node.output()}`);
          return (await readyz([first, second][index]!)).includes('"status":"ready"');
        });
      };
      const startNodes = async () => {
        await startNode(0);
        await startNode(1);
      };
      const stopNodes = async () => {
        for (const node of nodes.splice(0)) await node.stop();
      };
      endings.push(stopNodes);
      await startNodes();
      const nginx = await ownNginx(tools.nginx!, [first, second], webPort);
      endings.push(() => nginx.stop());
      const present: TestService = { ...past, clock: clockAt(0) };
      expect.soft((await present.client().get('/')).status).toBe(200);

      // Following a request; a node misbehaves.
      const lines = () => nodes[0]!.output().split('"route":"/v1/chain"').length - 1;
      await fetch(`http://127.0.0.1:${first}/v1/chain`);
      expect.soft(lines()).toBe(0);
      await machine.shell(filled('kill -USR2 <pid>', { '<pid>': String(nodes[0]!.service()) }));
      await until('every request is logged', async () => {
        await fetch(`http://127.0.0.1:${first}/v1/chain`);
        return lines() > 0;
      });
      const killed = nodes[1]!;
      await machine.shell(`${filled('kill -9')} ${killed.service()}`);
      await until(
        'the node has ended',
        () => killed.child.exitCode !== null || killed.child.signalCode !== null,
      );
      await startNode(1);

      // Players, a top-up through the provider.
      const player = await newPlayer(present, 'rina');
      let orders = 0;
      const topUp = async (client: HttpClient, amount: number) => {
        const { id } = await client.call('createTopUp', { amount });
        await client.post(`/checkout/${id}/pay`, new URLSearchParams());
        const requests = midtrans.server.requests.filter(
          ({ path: asked }) => asked === '/snap/v1/transactions',
        );
        expect.soft(requests.length).toBe((orders += 1));
        const order = requests.at(-1)!.body['transaction_details'] as {
          order_id: string;
          gross_amount: number;
        };
        const paid = {
          transaction_status: 'settlement',
          gross_amount: `${order.gross_amount}.00`,
          custom_field1: requests.at(-1)!.body['custom_field1'],
        };
        midtrans.set(order.order_id, paid);
        const told = await present
          .client()
          .post('/v1/payments/midtrans/notifications', midtrans.notice(order.order_id, paid));
        expect.soft([told.status, told.text]).toEqual([200, expect.any(String)]);
        return { id, order };
      };
      const lineOf = ({ order }: Awaited<ReturnType<typeof topUp>>) =>
        `${order.order_id},tx-${order.order_id},${order.gross_amount},settlement`;
      const before = await topUp(player.client, 100_000);
      const balance = async () => (await player.client.get('/v1/fiat/balance')).body.balance as number;
      await expect.poll(balance).toBe(100_000);

      const since = new Date(Date.now() - daySeconds * 1000).toISOString();
      await section('the command line', async () => {
        // The command line.
        expect.soft((await run('pid --help')).out).toContain('Usage: pid');
        expect.soft((await run('pid --version')).out).toMatch(/^\d+\.\d+\.\d+/);
        for (const [words, found] of [
          ['pid identity list', 'rina@pid'],
          ['pid identity show rina@pid', 'rina@pid'],
          ['pid app list', app.clientId],
          [`pid app show ${app.clientId}`, app.clientId],
          ['pid topup list rina@pid', before.id],
          [`pid topup show ${before.id}`, before.id],
          [`pid payment list ${app.clientId}`, ''],
        ] as const) {
          const general = 'pid identity|app|topup|payment list|show' as const;
          expect.soft((await run(general, { fill: { [general]: words } })).out).toContain(found);
        }
        const moment = { '2026-11-16T00:00:00Z': since, '…': new Date().toISOString() };
        const breach = 'pid breach list --since 2026-11-16T00:00:00Z --until … --json';
        expect.soft((await run(breach, { fill: moment })).out).toContain('rina@pid');
        expect.soft((await run('pid audit export')).out).toContain('"action"');
        expect.soft((await player.client.get('/v1/admin/audit')).status).toBeGreaterThan(400);
        const followed = machine.start(filled('pid security-log follow --after <id>', { '<id>': '0' }), {});
        await until('an event is printed', () => followed.output().includes('"event"'));
        await followed.stop();
        const file = path.join(machine.work, 'rina.json');
        await run('pid identity export <pid> --out <file> --as <you> --reason "one line"', {
          fill: { '<pid>': 'rina@pid', '<file>': file, '<you>': 'sender' },
        });
        expect.soft((await stat(file)).mode & 0o777).toBe(0o600);
        expect.soft(await readFile(at('log/security.log'), 'utf8')).toContain('"outcome":"done"');
      });

      await section('machine credentials', async () => {
        // A program that administers.
        const added = await run('pid admin credential add --name refund-desk --role money --days 365', {
          more: '--json',
        });
        const { secret: bearer } = JSON.parse(added.out) as { secret: string };
        expect.soft((await run('pid admin credential list')).out).toContain('refund-desk');
        const get = async (command: Walked, headers: Record<string, string>) => {
          const target = filled(command).replace('GET ', '');
          const answer = await fetch(`${baseUrl}${target}`, { headers });
          expect
            .soft([command, answer.status, await answer.text()])
            .toEqual([command, 200, expect.any(String)]);
        };
        const machineHeaders = { authorization: `Bearer ${bearer}` };
        for (const command of [
          'GET /v1/admin/audit',
          'GET /v1/admin/security-log',
          'GET /v1/admin/suspense',
          'GET /v1/admin/fees',
          'GET /v1/admin/settlements?status=paid',
        ] as const)
          await get(command, machineHeaders);
        await get('GET /v1/identity/export', { cookie: `pid_access=${player.client.cookie('pid_access')}` });
        await run('pid admin credential revoke <name>', { fill: { '<name>': 'refund-desk' }, more: '--yes' });
        await expect
          .poll(async () => (await fetch(`${baseUrl}/v1/admin/audit`, { headers: machineHeaders })).status)
          .toBe(401);
      });

      await section('pauses and suspensions', async () => {
        // Apps and players that misbehave.
        const id = { '<client_id>': app.clientId };
        const isPaused = async () =>
          (
            await run('pid identity|app|topup|payment list|show', {
              fill: { 'pid identity|app|topup|payment list|show': `pid app show ${app.clientId}` },
              more: '--json',
            })
          ).out;
        await run('pid admin pause <client_id> --reason "one line"', { fill: id });
        expect.soft(await isPaused()).toContain('paused');
        await run('pid admin resume <client_id>', { fill: id });
        await run('pid admin suspend <pid> --reason "one line"', { fill: { '<pid>': 'rina@pid' } });
        await expect
          .poll(async () => (await player.client.post('/v1/fiat/topups', { amount: 10_000 })).status)
          .toBe(403);
        await run('pid admin reactivate <pid>', { fill: { '<pid>': 'rina@pid' } });
        await run('pid admin unverify <client_id>', { fill: { '<client_id>': otherApp.clientId } });
      });

      await section('checks of the runbooks', async () => {
        // The checks of the runbooks.
        for (const command of [
          "select pool, holder, lamports from relay_spending where day = (now() at time zone 'utc')::date order by lamports desc limit 20",
          "select holder, lamports from relay_spending where pool = 'sponsorship' and day = (now() at time zone 'utc')::date",
          'select state, count(*), sum(price) from paid_operations group by state',
          'select * from ledger_seals where sealed_at is null',
          "select id, client_id, capture_by from payments where status = 'held' and capture_by < now() order by capture_by limit 20",
        ] as const)
          expect.soft([command, await sql(command)]).toEqual([command, []]);
        for (const command of [
          'select wait_event_type, wait_event, count(*) from pg_stat_activity group by 1, 2 order by 3 desc',
          'select pid, xact_start, query from pg_stat_activity order by xact_start limit 5',
        ] as const)
          expect.soft((await sql(command)).length).toBeGreaterThan(0);
        await sql(
          'delete from ledger_seals where until > now(); delete from ledger_closings where month not in (select month from ledger_seals)',
          'pid_owner',
        );
        await sql('alter table service_mode disable trigger user', 'pid_owner');
        await cluster.query('alter table service_mode enable trigger user', 'pid_owner');
      });

      const exportOf = async (...topUps: Awaited<ReturnType<typeof topUp>>[]) => {
        const name = path.join(machine.work, `midtrans-${topUps.length}.csv`);
        const rows = ['Order ID,Transaction ID,Amount,Transaction status', ...topUps.map(lineOf)];
        await machine.give(name, rows.join('\n'));
        return name;
      };
      await section('the books', async () => {
        // The books.
        expect.soft((await run('pid ledger audit')).text).toContain('The ledger is whole');
        expect.soft((await run('pid ledger audit --full')).text).toContain('The ledger is whole');
        const audits = await sql(
          'select at, findings, since from ledger_audit_runs order by id desc limit 5',
        );
        expect.soft(audits.map(({ findings }) => Number(findings))).toEqual(audits.map(() => 0));
        expect.soft(audits.length).toBeGreaterThan(1);
        JSON.parse((await run('pid ledger seals --json')).out);
        expect
          .soft((await run('pid ledger fees [days]', { fill: { '[days]': '30' } })).out)
          .toContain('net income');
        const tomorrow = new Date(Date.now() + daySeconds * 1000).toISOString();
        const settled = await run('pid ledger settle <file.csv> --from 2026-11-01 --until 2026-12-01', {
          fill: { '<file.csv>': await exportOf(before), '2026-11-01': since, '2026-12-01': tomorrow },
        });
        expect.soft(settled.out).toContain('The file and the books agree: 1 payments');
      });

      await section('months', async () => {
        // Months.
        expect.soft((await run('pid partitions list')).out).toContain('audit_events_rest');
        expect
          .soft((await run('pid partitions move', { more: '--yes' })).text)
          .toContain('already partitioned');
        // A database with an old month.
        const [oldest] = await cluster.query<{ name: string; until: string }>(
          `select c.relname as name, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(([^)]+)\\)') as until
         from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_events'::regclass
         and pg_get_expr(c.relpartbound, c.oid) like '%MINVALUE%'`,
        );
        await cluster.query(
          `alter table audit_events detach partition ${oldest!.name};
         create table audit_events_2020_12 partition of audit_events for values from (minvalue) to ('2021-01-01 00:00:00+00');
         alter table audit_events_2020_12 owner to pid_owner;
         alter table audit_events attach partition ${oldest!.name} for values from ('2021-01-01 00:00:00+00') to (${oldest!.until})`,
        );
        const detached = await run('pid partitions detach audit_events --before 2027-01', {
          fill: { '2027-01': '2021-01' },
          more: '--yes',
        });
        expect.soft(detached.out).toContain('detached.audit_events_2020_12');
        const month = { '2026_12': '2020_12' };
        await run('pg_dump --table detached.audit_events_2026_12 --file audit_events_2026_12.sql pid', {
          fill: { ...month, '--file ': '--file /backup/' },
          as: 'postgres',
        });
        expect.soft(await readFile(at('backup/audit_events_2020_12.sql'), 'utf8')).toContain('CREATE TABLE');
        await sql('drop table detached.audit_events_2026_12', 'pid_owner', month);
      });

      await section('signing keys', async () => {
        // Signing keys.
        expect.soft((await run('pid keys list')).out).toMatch(/sign/);
        await run('pid keys rotate');
        expect.soft((await run('pid keys list')).out.trim().split('\n').length).toBeGreaterThan(1);
      });

      const checkpoint = path.join(machine.work, 'checkpoint');
      const readCheckpoint = async () =>
        (await run('curl https://…/log/checkpoint', { fill: { 'https://…': `-s ${baseUrl}` } })).out;
      const seen = path.join(machine.work, 'witness.json');
      const witness = () => runPid(['witness', baseUrl, '--state', seen], {});
      await section('the public log', async () => {
        await run('pid log rotate', { more: '--yes' });
        await expect.poll(readCheckpoint).toContain('/log');
        expect.soft(await witness()).toMatchObject({ code: 0 });
        await machine.give(checkpoint, await readCheckpoint());
        await run('pid log continue <file>', { fill: { '<file>': checkpoint } });
        expect.soft((await run('pid log status')).out).toContain('origin');
      });

      // A base backup; a settlement and a payment after it; a restore to the moment between.
      const owner = await signInConfirming(present, app.passkey);
      const requested = await owner.post(
        `/v1/apps/${app.clientId}/settlements`,
        { amount: 1_000_000 },
        { 'idempotency-key': randomUUID() },
      );
      expect.soft([requested.status, requested.text]).toEqual([201, expect.any(String)]);
      await run('pg_basebackup -D /backup/base-$(date +%F) -c fast', { as: 'postgres' });
      const [backup] = (await readdir(at('backup'))).filter((name) => name.startsWith('base-'));
      const [{ now }] = (await cluster.query<{ now: string }>('select now()::text')) as [{ now: string }];
      const transfers = path.join(machine.work, 'transfers.csv');
      const exported = await run('pid settlements export transfers.csv --as budi', {
        fill: { budi: 'sender' },
        more: '--yes',
      });
      const exportId = /Export (\S+)/.exec(exported.text)![1]!;
      expect.soft(await readFile(transfers, 'utf8')).toContain(requested.body.id);
      await run('pid settlements export transfers.csv --as budi', {
        fill: { budi: 'sender', 'transfers.csv': 'again.csv' },
        more: `--again ${exportId}`,
      });
      expect
        .soft(await readFile(path.join(machine.work, 'again.csv'), 'utf8'))
        .toBe(await readFile(transfers, 'utf8'));
      const lost = await topUp(player.client, 50_000);
      await expect.poll(balance).toBe(150_000);
      await cluster.query('select pg_switch_wal()');
      await until('the WAL is archived', async () => {
        const [row] = await sql<{ last_failed_wal: string | null; last_archived_time: Date | null }>(
          'select last_failed_wal, last_failed_time, last_archived_time from pg_stat_archiver',
        );
        return row!.last_failed_wal === null && (await archivedAll(cluster));
      });
      await machine.give(checkpoint, await readCheckpoint());
      await stopNodes();
      await closeDatabase();
      await registrar.stop();
      await cluster.stop();
      await rename(at('postgresql/main'), at('postgresql/before'));
      await run(
        'cp -a /backup/base-2026-11-16 /var/lib/postgresql/15/main && touch /var/lib/postgresql/15/main/recovery.signal',
        { fill: { 'base-2026-11-16': backup! }, as: 'postgres' },
      );
      const restoring = `restore_command = ${machine.here(settingOf('restore_command'))}\nrecovery_target_action = ${settingOf('recovery_target_action')}\nrecovery_target_time = '${now}'\n`;
      await cluster.configure(restoring);
      await cluster.start();
      await until('PostgreSQL is restored', async () => {
        const [row] = await cluster.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
        return !row!.recovers;
      });
      await cluster.remove(restoring);

      // To go back to a point in time, step by step.
      settings['PID_SETTLEMENTS'] = 'off';
      await writeSettings();
      await run('pid migrate');
      await startRegistrar();
      await run('pid doctor');
      expect.soft((await run('pid ledger audit --full')).text).toContain('The ledger is whole');
      expect.soft((await run('pid sessions end --all', { more: '--yes' })).text).toMatch(/sessions?/);
      await run('pid keys rotate --revoke', { more: '--yes' });
      await copyFile(transfers, path.join(machine.work, 'left.csv'));
      await machine.shell(`chmod 644 ${machine.work}/*.csv`);
      const recovered = await run('pid settlements recover left.csv --as budi', {
        fill: { budi: 'sender' },
        more: '--yes',
      });
      expect.soft(recovered.text).toMatch(/line 2 {2}\S+ {2}(?:sent|taken)/);
      const [header = '', left = ''] = (await readFile(transfers, 'utf8')).split(/\r?\n/);
      const byProvider = randomUUID();
      await machine.give(
        path.join(machine.work, 'payouts.csv'),
        `${header}\n${left.replace(requested.body.id as string, byProvider)}\n`,
      );
      await run('pid settlements recover payouts.csv --provider xendit --as budi', {
        fill: { budi: 'sender' },
        more: '--yes',
      });
      await machine.give(
        path.join(machine.work, 'results.csv'),
        `settlement,status,reference,reason\n${String(requested.body.id)},paid,TRX 1,\n`,
      );
      await run('pid settlements import results.csv --as siti', { fill: { siti: 'decider' }, more: '--yes' });
      await run('pid settlements abandon-provider xendit --as budi', {
        fill: { budi: 'sender' },
        more: '--yes',
      });
      await run('pid ledger audit');
      const restarted = await run('pid log restart --last <checkpoint>', {
        fill: { '<checkpoint>': checkpoint },
        more: '--yes',
      });
      expect.soft(restarted.out).toContain('/log/2');
      settings['PID_SETTLEMENTS'] = 'manual';
      await writeSettings();
      await startNodes();
      await expect.poll(readCheckpoint).toContain('/log/2\n');
      expect.soft(await witness()).toMatchObject({
        code: 0,
        complaints: [expect.stringContaining('The log was begun again as')],
      });
      const recover = "pid ledger recover --since '2026-11-16 08:00:00+00'";
      const restored = { '2026-11-16 08:00:00+00': now };
      expect.soft((await run(recover, { fill: restored, more: '--yes', code: 1 })).text).toContain('--file');
      const again = await run(recover, {
        fill: restored,
        more: `--yes --file ${await exportOf(before, lost)}`,
      });
      expect.soft(again.text).toContain('1 payments were booked');
      const clawback = 'pid ledger clawback <top-up id> <rupiah given back in all> <reason>';
      await run(clawback, {
        fill: { '<top-up id>': before.id, '<rupiah given back in all>': '40000', '<reason>': 'by the bank' },
        more: '--yes',
      });
      const [{ total }] = (await cluster.query<{ total: string }>(
        "select balance::text as total from ledger_accounts join identities on identities.id = identity_id where handle = 'rina'",
      )) as [{ total: string }];
      expect.soft(total).toBe('110000');
      expect.soft((await run('pid ledger audit')).text).toContain('The ledger is whole');

      await section('keys of the chain', async () => {
        // Keys of the chain.
        const admin = { environment: { PID_ADMIN_KEY: keys.admin.file }, more: '--yes' };
        expect.soft((await run('pid chain status')).out).toContain(programId);
        const set = 'pid chain set relayer|registrar|treasury <address>';
        for (const [command, fill] of [
          ['pid chain set relayer <address>', { '<address>': keys.next.address }],
          ['pid chain set registrar <address>', { '<address>': keys.upgrade.address }],
          [set, { 'relayer|registrar|treasury': 'treasury', '<address>': keys.next.address }],
          ['pid chain set relayer <address>', { '<address>': keys.relayer.address }],
          ['pid chain set registrar <address>', { '<address>': keys.registrar.address }],
        ] as const)
          await run(command, { ...admin, fill });
        await run('pid chain policy <bps> <lamports>', {
          ...admin,
          fill: { '<bps>': '500', '<lamports>': '20000' },
        });
        const unsigned = await run('pid chain policy <bps> <lamports>', {
          fill: { '<bps>': '600', '<lamports>': '20000' },
          more: `--unsigned ${keys.admin.address} --json`,
        });
        const { message } = JSON.parse(unsigned.out) as { message: string };
        const signed = await run('PID_ADMIN_KEY=<file> pid chain sign <message>', {
          fill: { '<file>': keys.admin.file, '<message>': message },
          more: '--yes',
        });
        const signature = signed.out.trim().split('\n').at(-1)!;
        await run('pid chain submit <message> <signature>', {
          fill: { '<message>': message, '<signature>': signature },
        });
        await run('pid chain set admin <address>', { ...admin, fill: { '<address>': keys.next.address } });
        await run('pid chain accept', { environment: { PID_ADMIN_KEY: keys.next.file }, more: '--yes' });
        const written = await run('pid chain write --authority <upgrade authority>', {
          fill: { '<upgrade authority>': keys.upgrade.address },
          environment: { PID_PAYER_KEY: keys.next.file },
          more: '--yes --json',
        });
        const buffer = /"buffer":"(\w+)"/.exec(written.out)?.[1] ?? keys.next.address;
        await run('pid chain upgrade --buffer <address>', {
          fill: { '<address>': buffer },
          environment: { PID_UPGRADE_AUTHORITY_KEY: keys.upgrade.file },
          more: '--yes',
        });
      });

      await section('a standby', async () => {
        // A standby is rebuilt; the primary is lost.
        const follower = at('postgresql/standby');
        const follow = async (words: string) => {
          const done = await machine.shell(`cd / && runuser -u postgres -- ${words}`, sockets);
          expect.soft([words, done.code, done.text]).toEqual([words, 0, expect.any(String)]);
        };
        await follow(`${tools.postgres}/bin/pg_basebackup -D ${follower} -R -c fast`);
        const control = `${tools.postgres}/bin/pg_ctl -D ${follower} -w`;
        await follow(`${control} -o '-p ${standbyPort}' -l ${at('postgresql/standby.log')} start`);
        endings.push(() => machine.shell(`cd / && runuser -u postgres -- ${control} -m fast stop`));
        for (const command of [
          'select application_name, state, sync_state from pg_stat_replication',
          'select application_name, state, sync_state, replay_lag from pg_stat_replication',
        ] as const)
          await expect.poll(() => sql(command)).toMatchObject([{ state: 'streaming', sync_state: 'async' }]);
        const onStandby = async (command: Walked) => {
          const client = new pg.Client({
            connectionString: cluster.url('postgres').replace(`:${primaryPort}/`, `:${standbyPort}/`),
          });
          await client.connect();
          try {
            return (await client.query<Record<string, unknown>>(filled(command))).rows;
          } finally {
            await client.end();
          }
        };
        const [position] = await onStandby('select pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()');
        expect.soft(position!['pg_last_wal_receive_lsn']).toMatch(/\//);
        await cluster.stop();
        expect.soft(await onStandby('select pg_promote()')).toEqual([{ pg_promote: true }]);
        await someoneSignsIn(present);
        await stopNodes();
      });

      await section('the master key', async () => {
        // Another master key, and then a lost one.
        const [replacement, last] = [await generateMaster('master-2'), await generateMaster('master-3')];
        Object.assign(settings, { PID_MASTER_KEY_FILE: replacement, PID_MASTER_KEY_PREVIOUS_FILE: master });
        await writeSettings();
        await run('pid keys reseal');
        delete settings['PID_MASTER_KEY_PREVIOUS_FILE'];
        await writeSettings();
        await startNodes();
        await stopNodes();
        settings['PID_MASTER_KEY_FILE'] = last;
        await writeSettings();
        expect.soft((await run('pid keys reset-master', { code: 1 })).text).toContain('session');
        await run('pid keys reset-master --yes --database <name> --as <you> --reason "one line"', {
          fill: { '<name>': 'pid', '<you>': 'sender' },
        });
        await startNodes();
        await run('pid doctor');
        await stopNodes();
      });

      await section('the wrong chain', async () => {
        // A database with the wrong chain.
        expect.soft((await run('pid chain identity')).out.trim()).toMatch(/^\w{32,}$/);
        await run('pid chain identity --forget', { more: '--yes' });
        expect.soft((await run('pid chain identity')).out).toContain('None yet');
      });

      expect.soft(walked.filter((command) => !executed.has(command))).toEqual([]);
    });
  },
);

/** A node finds the new primary by itself; requests meanwhile get 503. */
async function someoneSignsIn(service: TestService): Promise<void> {
  let attempts = 0;
  await until('a player signs in', async () => {
    const [client, handle] = [service.client(), `after_${(attempts += 1)}`];
    try {
      await signInAs(client, `${handle}@example.com`);
      return (await client.post('/v1/auth/claim', { handle })).status === 200;
    } catch {
      return false;
    }
  });
}

/** Whether every finished file of the log is in the archive. */
async function archivedAll(cluster: { query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> }) {
  const [row] = await cluster.query<{ done: boolean }>(
    "select not exists (select from pg_ls_archive_statusdir() where name like '%.ready') as done",
  );
  return row!.done;
}
