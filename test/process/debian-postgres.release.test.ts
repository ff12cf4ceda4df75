import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runPid } from '../../packages/server/test/command-helper.ts';
import { startDebianPostgres } from '../../packages/server/test/debian-postgres.ts';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { testMasterKey } from '../../packages/server/test/test-sealing.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { ensureDebianPostgres } from '../support/ensure-postgres.ts';
import { skipReason } from '../support/ensure-tool.ts';
import { startPid, temporaryFolder } from './pid-process.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const native = ensureDebianPostgres();

const handbook = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
/** The exact statements of the handbook. */
const statements = /```sql\n(create role pid_owner[\s\S]+?)```/.exec(handbook)![1]!.trim();

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

test.skipIf(native === null)(
  `Debian's PostgreSQL is migrated and serves with the handbook's two unprivileged roles, and a failed migration is reported in one sentence${skipReason({ postgresql: native })}`,
  async () => {
    const port = await freePort();
    const server = await startDebianPostgres(native!, port);
    onTestFinished(() => server.stop());
    for (const statement of statements.split(';').filter((part) => part.trim()))
      await ask(server.url, statement);
    const as = (role: string) => `postgresql://${role}:${encodeURIComponent('…')}@127.0.0.1:${port}/pid`;
    const shared = { PID_MASTER_KEY: testMasterKey, PID_DATABASE_URL: as('pid_service') };
    const owner = { ...shared, PID_DATABASE_OWNER_URL: as('pid_owner') };
    const migrate = (environment: Record<string, string>) => runPid(['migrate'], environment);

    const tooEarly = await migrate(shared);
    expect([tooEarly.code, tooEarly.complaints]).toEqual([
      1,
      [
        expect.stringMatching(
          /^The database lacks \d+ migrations, .* run `pid migrate` with PID_DATABASE_OWNER_URL/,
        ),
      ],
    ]);
    // A manually created table: the error names the migration that conflicts with it, and the earlier
    // migrations are kept.
    const own = server.url.replace(/postgres$/, 'pid');
    await ask(own, 'create table ledger_accounts (id int)');
    const half = await migrate(owner);
    expect([half.code, half.complaints]).toEqual([
      1,
      [
        expect.stringMatching(
          /^Migration \d+_\w+ could not be applied \(relation "ledger_accounts" already exists\)\. .* run `pid migrate` again/,
        ),
      ],
    ]);
    const node = await runPid(['start'], { ...shared, PID_PORT: String(await freePort()) });
    expect([node.code, node.complaints]).toEqual([
      1,
      [
        expect.stringMatching(
          /^The database is only partly migrated, .* the role pid_service .* run `pid migrate`/,
        ),
      ],
    ]);
    await ask(own, 'drop table ledger_accounts');
    expect((await migrate(owner)).text).toMatch(/^Applied /);
    expect((await migrate(owner)).text).toBe('The database is up to date.');
    const wrong = await migrate({ ...owner, PID_DATABASE_OWNER_URL: as('pid_ownre') });
    expect([wrong.code, wrong.complaints]).toEqual([
      1,
      [expect.stringMatching(/^The database of PID_DATABASE_OWNER_URL cannot be reached: .*pid_ownre/)],
    ]);

    // On loopback the service needs the tables for development, which the owner creates.
    const service = await startPid(await temporaryFolder(), { environment: owner });
    const client = new HttpClient(service.baseUrl);
    await signInAs(client, 'debian@example.com');
    expect((await client.post('/v1/auth/claim', { handle: 'debian' })).status).toBe(200);
    const { id } = (await client.post('/v1/fiat/topups', { amount: 50_000 })).body;
    await client.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
    expect((await client.get('/v1/fiat/balance')).body.balance).toBe(50_000);
    expect((await runPid(['ledger', 'audit'], shared)).text).toContain('The ledger is whole');
    expect(
      await ask(as('pid_service'), 'select rolsuper from pg_roles where rolname = current_user'),
    ).toEqual([{ rolsuper: false }]);
  },
);
