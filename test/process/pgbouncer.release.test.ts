import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureRoles, openDatabase, serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { testMasterKey } from '../../packages/server/test/test-sealing.ts';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { ownPair } from '../faults/own-postgres.ts';
import { ownPgBouncer } from '../support/own-programs.ts';
import { mainFile, startPid, temporaryFolder, type PidProcess } from './pid-process.ts';

vi.setConfig({ testTimeout: 300_000 });
const pgbouncer = ensureTool('pgbouncer', { debian: 'pgbouncer' });

test.runIf(pgbouncer !== null && process.platform === 'linux')(
  `works behind a transaction-mode PgBouncer without named statements, including notifications between nodes and commands${skipReason({ pgbouncer })}`,
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pid-bouncer-'));
    const { primary, standby } = await ownPair(folder);
    onTestFinished(async () => {
      await standby.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const ownerUrl = await ensureRoles(primary.url('pid'));
    const direct = serviceUrl(ownerUrl);
    const { username, password } = new URL(direct);
    const owner = openDatabase({ connectionString: ownerUrl, poolSize: 1, log: createLogger('silent') });
    onTestFinished(() => owner.close());
    // PgBouncer ignores the timeouts of clients, so the role has those of a node.
    const superuser = openDatabase({
      connectionString: primary.url('pid'),
      poolSize: 1,
      log: createLogger('silent'),
    });
    await superuser.query(`alter role ${username} set statement_timeout = '10s'`);
    await superuser.close();
    const bouncer = await ownPgBouncer(
      pgbouncer!,
      `host=127.0.0.1 port=${primary.port} dbname=pid user=${username} password=${password}`,
    );
    onTestFinished(() => bouncer.stop());
    const environment = {
      PID_DATABASE_URL: `postgresql://pid@127.0.0.1:${bouncer.port}/pid`,
      PID_DATABASE_OWNER_URL: ownerUrl,
      PID_DATABASE_SESSION_URL: direct,
      PID_DATABASE_NAMED_STATEMENTS: 'off',
      PID_MASTER_KEY: testMasterKey,
    };
    const service = await startPid(await temporaryFolder(), { environment });
    // A second node of the same service, behind the same PgBouncer.
    const second = await startPid(await temporaryFolder(), {
      environment: { ...environment, PID_BASE_URL: service.baseUrl },
    });
    const client = new HttpClient(service.baseUrl);
    await signInAs(client, 'bounced@example.com');
    expect((await client.post('/v1/auth/claim', { handle: 'bounced' })).status).toBe(200);
    const { id } = (await client.post('/v1/fiat/topups', { amount: 500_000 })).body;
    await client.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
    const other = new HttpClient(service.baseUrl);
    await signInAs(other, 'receiver@example.com');
    await other.post('/v1/auth/claim', { handle: 'receiver' });
    const sends = await Promise.all(
      Array.from({ length: 40 }, () => client.post('/v1/fiat/sends', { to: 'receiver@pid', amount: 1000 })),
    );
    expect(sends.map(({ status }) => status)).toEqual(sends.map(() => 201));
    expect((await client.get('/v1/fiat/balance')).body.balance).toBe(500_000 - 40 * 1100);
    expect((await client.get('/readyz')).status).toBe(200);

    // Both nodes read and write the same books.
    const elsewhere = new HttpClient(second.baseUrl);
    elsewhere.setCookie('pid_access', client.cookie('pid_access')!);
    expect((await elsewhere.get('/v1/fiat/balance')).body.balance).toBe(500_000 - 40 * 1100);

    // A change on the first node is announced to the second. Without notifications, nodes read the origins again
    // only every 20 seconds or later, so that each change after the first would take as long.
    const isAllowed = async ({ baseUrl }: PidProcess, origin: string) => {
      const answer = await fetch(`${baseUrl}/v1/profile`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
      return answer.headers.get('access-control-allow-origin') === origin;
    };
    const started = performance.now();
    for (const origin of ['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.example`)) {
      expect(await isAllowed(second, origin)).toBe(false);
      await newApp(client, { origins: [origin] });
      await expect.poll(() => isAllowed(second, origin), { timeout: 60_000, interval: 50 }).toBe(true);
    }
    expect(performance.now() - started).toBeLessThan(60_000);

    // Commands have their own timeout, and leave no named statement to the next client of a connection.
    await owner.query('create table watched (timeout text)');
    await owner.query('grant insert on watched to public');
    await owner.query(
      `create function watch() returns trigger language plpgsql as $$ begin
         insert into watched values (current_setting('statement_timeout')); return null; end $$;
       create trigger watched after update on sessions for each statement execute function watch()`,
    );
    const endAll = (settings: Record<string, string>) => {
      const words = [mainFile, 'sessions', 'end', '--all', '--yes'];
      const { status, stderr } = spawnSync(process.execPath, words, {
        env: { PATH: process.env['PATH'], ...settings },
        encoding: 'utf8',
      });
      return [status, stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))];
    };
    const { PID_DATABASE_SESSION_URL: _direct, ...pooled } = environment;
    for (const settings of [environment, environment, pooled, pooled])
      expect(endAll(settings)).toEqual([0, []]);
    const { rows } = await owner.query<{ timeout: string }>('select distinct timeout from watched');
    expect(rows.map(({ timeout }) => timeout).toSorted()).toEqual(['10s', '1h']);
  },
);
