import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureRoles, serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { ownPair } from '../faults/own-postgres.ts';
import { ownPgBouncer } from '../support/own-programs.ts';
import { startPid, temporaryFolder } from './pid-process.ts';

vi.setConfig({ testTimeout: 180_000 });
const pgbouncer = ensureTool('pgbouncer', { debian: 'pgbouncer' });

test.runIf(pgbouncer !== null && process.platform === 'linux')(
  `works behind a transaction-mode PgBouncer without named statements, including notifications between nodes${skipReason({ pgbouncer })}`,
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
    const bouncer = await ownPgBouncer(
      pgbouncer!,
      `host=127.0.0.1 port=${primary.port} dbname=pid user=${username} password=${password}`,
    );
    onTestFinished(() => bouncer.stop());
    const service = await startPid(await temporaryFolder(), {
      environment: {
        PID_DATABASE_URL: `postgresql://pid@127.0.0.1:${bouncer.port}/pid`,
        PID_DATABASE_OWNER_URL: ownerUrl,
        PID_DATABASE_SESSION_URL: direct,
        PID_DATABASE_NAMED_STATEMENTS: 'off',
      },
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
  },
);
