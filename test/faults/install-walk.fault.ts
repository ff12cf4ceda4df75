import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { chromium, type Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { fakeMidtrans } from '../../packages/server/src/checkout/providers/testing/fake-midtrans.ts';
import { startDebianPostgres } from '../../packages/server/test/debian-postgres.ts';
import { startFakeMailServer } from '../../packages/server/test/fake-mail-server.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { findChromium } from '../browser/support/chromium.ts';
import { openDevice } from '../browser/support/device.ts';
import { claimHandle } from '../browser/support/journey.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { ensureDebianPostgres } from '../support/ensure-postgres.ts';
import { installedNginx, ownRedis } from '../support/own-programs.ts';
import {
  airdrop,
  keyHash,
  makeCertificates,
  outside,
  pid,
  startCommand,
  startForeignProvider,
} from './install-parts.ts';

const tools = {
  postgres: ensureDebianPostgres(),
  nginx: ensureTool('nginx', { debian: 'nginx-light' }),
  redis: ensureTool('redis-server', { debian: 'redis-server' }),
  openssl: ensureTool('openssl', { debian: 'openssl' }),
  chromium: findChromium(),
};
const handbook = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const rolesInHandbook = /```sql\n(create role pid_owner[\s\S]+?)```/.exec(handbook)![1]!;
const registrarInHandbook = /`(create role pid_registrar login password '…')`/.exec(handbook)![1]!;
const token = 'walk-registrar-token-of-32-characters';

/** Everything that was started is stopped in reverse order, also after a failure. */
const endings: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

async function statement(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

describe.skipIf(Object.values(tools).includes(null))(
  `installation by the handbook${skipReason(tools)}`,
  () => {
    test('installs PostgreSQL and Redis, keys, chain, registrar, two nodes, nginx, an external provider and Midtrans: a player signs in, pays and activates', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'pid-walk-'));
      endings.push(() => rm(folder, { recursive: true, force: true }));
      const certificates = await makeCertificates(folder);
      const secretFile = async (name: string, text: string) => {
        const file = path.join(folder, name);
        await writeFile(file, text, { mode: 0o600 });
        return file;
      };

      // 1. PostgreSQL with TLS and unprivileged roles; Redis.
      const databasePort = await freePort();
      const postgres = await startDebianPostgres(tools.postgres!, databasePort, certificates);
      endings.push(() => postgres.stop());
      for (const sql of `${rolesInHandbook};${registrarInHandbook}`.split(';').filter((part) => part.trim()))
        await statement(postgres.url, sql);
      await statement(postgres.url, 'create database chain owner pid_owner');
      const address = (role: string, database = 'pid') =>
        `postgresql://${role}:${encodeURIComponent('…')}@localhost:${databasePort}/${database}?sslmode=verify-full&sslrootcert=${certificates.authority}`;
      const redis = await ownRedis(tools.redis!);
      endings.push(() => redis.stop());

      // 3. Keys and secrets, as files.
      const key = async (name: string, ...flags: string[]) => {
        const file = path.join(folder, name);
        const made = await pid(['keys', 'generate', file, ...flags, '--json'], {});
        expect(made.code).toBe(0);
        return JSON.parse(made.text) as { file: string; address: string };
      };
      const master = await key('master', '--master');
      const [relayer, registrar, sponsor, admin, upgrade] = [
        await key('relayer'),
        await key('registrar'),
        await key('sponsor'),
        await key('admin'),
        await key('upgrade'),
      ] as const;
      const [webPort, providerPort, first, second] = [
        await freePort(),
        await freePort(),
        await freePort(),
        await freePort(),
      ] as const;
      const baseUrl = `https://pid.example:${webPort}`;
      const provider = await startForeignProvider(providerPort, certificates, {
        id: 'pid',
        secret: 'shared-with-the-provider',
        redirect: `${baseUrl}/v1/auth/callback/elsewhere`,
      });
      endings.push(provider.stop);
      const midtrans = await fakeMidtrans('SB-walk');
      const mail = await startFakeMailServer();

      // 4. The chain is external; the program and its keys are ours.
      const cluster = await startCommand(
        ['chain', 'serve', '--port', '0'],
        {
          PID_DATABASE_URL: address('pid_owner', 'chain'),
          PID_BASE_URL: 'http://localhost:4100',
          PID_DATA_DIR: folder,
        },
        /answers at (http:\S+)\./,
      );
      endings.push(cluster.stop);
      for (const { address: payer } of [relayer, sponsor, upgrade, admin])
        await airdrop(cluster.found, payer, 20_000_000_000);
      const shared = {
        NODE_EXTRA_CA_CERTS: certificates.authority,
        PID_BASE_URL: baseUrl,
        PID_TRUSTED_PROXIES: '127.0.0.1,::1',
        PID_DATABASE_URL_FILE: await secretFile('database-url', address('pid_service')),
        PID_REDIS_URL_FILE: await secretFile('redis-url', `redis://127.0.0.1:${redis.port}`),
        PID_MASTER_KEY_FILE: master.file,
        PID_PROVIDERS_FILE: await secretFile(
          'providers.json',
          JSON.stringify([
            {
              id: 'elsewhere',
              name: 'Elsewhere',
              issuer: provider.issuer,
              clientId: 'pid',
              clientSecret: 'shared-with-the-provider',
            },
          ]),
        ),
        PID_PAYMENT_PROVIDER: 'midtrans',
        PID_MIDTRANS_SERVER_KEY_FILE: await secretFile('midtrans', 'SB-walk'),
        PID_PAYMENT_API_URL: midtrans.server.url,
        PID_SMTP_URL_FILE: await secretFile('smtp', mail.url),
        PID_MAIL_FROM: 'no-reply@pid.example',
        PID_SOLANA_RPC_URL: cluster.found,
        PID_RELAYER_KEY: relayer.file,
        PID_PLAY_SPONSOR_KEY: sponsor.file,
      };
      const deployed = await pid(['chain', 'deploy', '--yes'], {
        ...shared,
        PID_REGISTRAR_KEY: registrar.file,
        PID_ADMIN_KEY: admin.file,
        PID_UPGRADE_AUTHORITY_KEY: upgrade.file,
        PID_TREASURY: admin.address,
      });
      expect([deployed.code, deployed.text]).toEqual([0, expect.stringContaining('Initialised the config')]);
      const programId = /PID_PROGRAM_ID=(\S+) on/.exec(deployed.text)![1]!;

      // 5. The owner migrates; the registrar runs separately; `pid doctor` finds no problem.
      const registrarPort = await freePort();
      const environment = {
        ...shared,
        PID_PROGRAM_ID: programId,
        PID_REGISTRAR_URL: `http://127.0.0.1:${registrarPort}`,
        PID_REGISTRAR_ADDRESS: registrar.address,
        PID_REGISTRAR_TOKEN_FILE: await secretFile('registrar-token', token),
      };
      const ill = await pid(['doctor'], environment);
      expect([ill.code, ill.text]).toEqual([
        1,
        expect.stringMatching(/\d+ are missing, .* run `pid migrate`/),
      ]);
      const migrated = await pid(['migrate'], {
        ...environment,
        PID_DATABASE_OWNER_URL_FILE: await secretFile('owner-url', address('pid_owner')),
        PID_REGISTRAR_ROLE: 'pid_registrar',
      });
      expect([migrated.code, migrated.text]).toEqual([0, expect.stringMatching(/^Applied /)]);
      const signer = await startCommand(
        ['registrar', '--port', String(registrarPort)],
        {
          PID_REGISTRAR_KEY: registrar.file,
          PID_REGISTRAR_TOKEN: token,
          PID_PROGRAM_ID: programId,
          PID_DATABASE_URL: address('pid_registrar'),
        },
        /registrar/i,
      );
      endings.push(signer.stop);
      const well = await pid(['doctor'], environment);
      expect([well.code, well.text]).toEqual([0, expect.any(String)]);

      // 6. and 7. Two nodes behind nginx with the sample configuration.
      const nodes: Awaited<ReturnType<typeof startCommand>>[] = [];
      const startNodes = async (more: Record<string, string> = {}) => {
        for (const port of [first, second])
          nodes.push(
            await startCommand(
              ['start'],
              { ...environment, ...more, PID_PORT: String(port) },
              /PID is ready/,
            ),
          );
      };
      const stopNodes = async () => {
        for (const { stop } of nodes.splice(0)) expect(await stop()).toBe(0);
      };
      endings.push(stopNodes);
      await startNodes();
      const nginx = await installedNginx(tools.nginx!, [first, second], webPort, certificates);
      endings.push(() => nginx.stop());
      expect((await outside(webPort, certificates, '/')).status).toBe(200);
      expect((await outside(webPort, certificates, '/metrics')).status).toBe(404);

      // 8. The operator signs in, creates a passkey, and is an administrator after the next start.
      const browser = await chromium.launch({
        executablePath: tools.chromium!,
        args: [
          '--no-sandbox',
          '--host-resolver-rules=MAP pid.example 127.0.0.1',
          `--ignore-certificate-errors-spki-list=${await keyHash(certificates)}`,
        ],
      });
      endings.push(() => browser.close());
      const device = await openDevice(browser, baseUrl);
      const { page } = device;
      await comeIn(page, 'operator');
      await page.goto('/security');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('This is your only passkey').waitFor();
      await stopNodes();
      await startNodes({ PID_ADMINS: 'operator@pid' });
      // nginx tries nodes again two seconds after they failed.
      await expect.poll(async () => (await outside(webPort, certificates, '/')).status).toBe(200);
      await page.goto('/admin');
      await page
        .getByRole('heading', { name: /Administ/ })
        .first()
        .waitFor();

      // 9. The smallest top-up arrives through the provider's notification and is sent to another player.
      const friend = await openDevice(browser, baseUrl);
      await comeIn(friend.page, 'friend');
      const topUp = await inPage<{ id: string }>(page, '/v1/fiat/topups', { amount: 10_000 });
      await page.goto(`/checkout/${topUp.id}`);
      await page.locator('form[action*="/pay"] button').click();
      await page.waitForURL(`${midtrans.server.url}/**`);
      await page.goto('/money');
      const { body } = midtrans.server.requests.find(({ path: asked }) => asked === '/snap/v1/transactions')!;
      const order = body['transaction_details'] as { order_id: string; gross_amount: number };
      const paid = { transaction_status: 'settlement', gross_amount: `${order.gross_amount}.00` };
      midtrans.set(order.order_id, paid);
      const told = await outside(
        webPort,
        certificates,
        '/v1/payments/midtrans/notifications',
        midtrans.notice(order.order_id, paid),
      );
      expect([told.status, told.text]).toEqual([200, expect.any(String)]);
      await expect.poll(() => balanceIn(page)).toBe(10_000);
      await inPage(page, '/v1/fiat/sends', { to: 'friend@pid', amount: 5000 });
      await expect.poll(() => balanceIn(friend.page)).toBe(5000);

      // 4. again, by a player: the registrar signs, the relayer pays.
      const { smartAccountAddress } = await inPage<{ smartAccountAddress: string }>(page, '/v1/account');
      await airdrop(cluster.found, smartAccountAddress, 1_000_000_000);
      await page.goto('/wallet');
      await page.getByRole('button', { name: 'Activate with your passkey' }).click();
      await page.getByRole('heading', { name: 'Your wallet is activated' }).waitFor();

      const audit = await pid(['ledger', 'audit'], environment);
      expect([audit.code, audit.text]).toEqual([0, expect.stringContaining('The ledger is whole')]);
      expect((await pid(['doctor'], environment)).code).toBe(0);
    });
  },
);

/** Signs up through the provider's form. */
async function comeIn(page: Page, handle: string): Promise<void> {
  await page.goto('/signin');
  await page.getByRole('link', { name: /^Continue with / }).click();
  await page.locator('input[name=login]').fill(handle);
  await page.locator('input[name=password]').fill('whatever');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]').click();
  await claimHandle(page, handle);
  await page.getByRole('heading', { name: `Hello, ${handle}` }).waitFor();
}

function inPage<T>(page: Page, target: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ([url, json]) => {
      const answer = await fetch(
        url,
        json === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: json },
      );
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    [target, body === undefined ? undefined : JSON.stringify(body)] as const,
  ) as Promise<T>;
}

const balanceIn = async (page: Page) => (await inPage<{ balance: number }>(page, '/v1/fiat/balance')).balance;
