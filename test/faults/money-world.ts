import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import {
  ensureRoles,
  openDatabase,
  serviceUrl,
  type Database,
} from '../../packages/server/src/platform/db/index.ts';
import { neverOverloaded } from '../../packages/server/src/platform/http/index.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { startService } from '../../packages/server/src/service.ts';
import { loadConfig } from '../../packages/server/src/settings.ts';
import {
  administrators,
  daySeconds,
  openSettlingApp,
  signInAdministrators,
} from '../../packages/server/src/settlements/testing/settlement-fixture.ts';
import { prepareDatabase } from '../../packages/server/src/prepare-database.ts';
import { ageRows } from '../../packages/server/test/age-rows.ts';
import { allowApp } from '../../packages/server/test/app-helper.ts';
import { developmentIssuerOf } from '../../packages/server/test/development-login.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { givePasskey } from '../../packages/server/test/passkey-helper.ts';
import { seedAdministrators } from '../../packages/server/test/seed-administrators.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import type { SoftPasskey } from '../../packages/server/test/soft-passkey.ts';
import { signInConfirming } from '../../packages/server/test/step-up-helper.ts';
import { testMasterKey, testSealer } from '../../packages/server/test/test-sealing.ts';
import type { TestService } from '../../packages/server/test/test-service.ts';
import { spawnPid, type PidProcess } from '../process/pid-process.ts';
import { ownPair, rejoin } from './own-postgres.ts';
import { withoutLimits } from './own-world.ts';

export interface MoneyPlayer {
  readonly pid: string;
  readonly cookie: string;
  /** Balance before the round. */
  readonly starting: number;
}

/** Owners of apps, and players who have connected all apps and give them allowances. */
export interface PasskeyPlayer extends MoneyPlayer {
  readonly passkey: SoftPasskey;
}

export interface MoneyApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly owner: PasskeyPlayer;
  readonly accountNumber: string;
  /** Escrow before the round: income that is older than a week. */
  readonly starting: number;
}

/** Two nodes on a primary with a synchronous standby; apps that can settle; players without money, a third of them with passkeys. */
export interface MoneyWorld {
  readonly folder: string;
  readonly nodes: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly apps: readonly MoneyApp[];
  readonly players: readonly (MoneyPlayer | PasskeyPlayer)[];
  /** Kills a node and starts it again. */
  killNode(index: number): Promise<void>;
  /** Does what Patroni does: the primary is killed and its synchronous standby is promoted. */
  failOver(): Promise<void>;
  /** The killed primary becomes the standby of the new one. */
  rejoin(): Promise<void>;
  /** Superuser's URL of the current primary. */
  primaryUrl(): string;
  close(): Promise<void>;
}

export const settlementFee = 2500;
const packageFolder = fileURLToPath(new URL('../../packages/server', import.meta.url));
const firstTopUp = 300_000_000;
/** Of a player's top-up through the app: its fee is the app's first income. */
const highFeeBps = 1000;
const redirectUri = 'https://game.example/signed-in';
/** Of players, one has a passkey. */
const playersPerPasskey = 3;
const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

export async function openMoneyWorld(count: { apps: number; players: number }): Promise<MoneyWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-money-'));
  let { primary, standby } = await ownPair(folder);
  const processes: PidProcess[] = [];
  const starts = new Set<Promise<void>>();
  let closing = false;
  const close = async () => {
    closing = true;
    // A node that is just starting must not outlive the test.
    await Promise.allSettled(starts);
    for (const { child, ended } of processes) {
      child.kill('SIGKILL');
      await ended;
    }
    await primary.stop();
    await standby.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const ownerUrl = await ensureRoles(primary.url('pid'));
    const connectionString = serviceUrl(ownerUrl);
    await prepareDatabase({ connectionString, ownerUrl, packageFolder, development: true });
    const ports = [await freePort(), await freePort()] as const;
    const nodes = ports.map((port) => `http://localhost:${port}`);
    const environment = {
      PID_DATABASE_URL: connectionString.replace(
        /127\.0\.0\.1:\d+/,
        [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(','),
      ),
      ...withoutLimits,
      PID_BASE_URL: nodes[0]!,
      PID_MASTER_KEY: testMasterKey,
      PID_LOG_LEVEL: 'silent',
      PID_CHAIN: 'off',
      PID_SETTLEMENTS: 'manual',
      PID_SETTLEMENT_FEE: String(settlementFee),
      PID_ACCESS_TTL_SECONDS: String(daySeconds),
      PID_ADMINS: administrators,
    };
    const db = openDatabase({ connectionString: ownerUrl, poolSize: 2, log: createLogger('silent') });
    const settings = { ...environment, PID_PORT: String(ports[0]) };
    const past = await openPast(settings, connectionString, db);
    const opened = await openApps(past, count.apps);
    // The database's clock judges bank accounts.
    await ageRows(db, 2 * daySeconds, { bank_accounts: ['set_at', 'decided_at', 'usable_from'] });
    await past.service.close({ atOnce: true });

    const startUntilReady = async (index: number) => {
      for (;;) {
        try {
          processes[index] = await spawnPid({ ...environment, PID_PORT: String(ports[index]) });
          return;
        } catch (error) {
          // A node does not start without a primary; its supervisor starts it again.
          if (closing) return;
          await sleep(0.5);
          if (!String(error).includes('the service ended')) throw error;
        }
      }
    };
    const startNode = async (index: number) => {
      const start = startUntilReady(index);
      starts.add(start);
      await start.finally(() => starts.delete(start));
    };
    await Promise.all(ports.map((_port, index) => startNode(index)));
    const present: TestService = { ...past, clock: clockAt(0) };
    const apps: MoneyApp[] = [];
    for (const { passkey, ...app } of opened) {
      const owner = await signInConfirming(present, passkey);
      const { balance: starting } = await owner.call('getAppBalance', { client_id: app.clientId });
      apps.push({ ...app, starting, owner: { ...(await playerOf(owner, app.ownerPid)), passkey } });
    }
    const players: (MoneyPlayer | PasskeyPlayer)[] = [];
    for (let index = 0; index < count.players; index += 1) {
      const { client, pid } = await newPlayer(present, `buyer_${index}`);
      const player = await playerOf(client, pid);
      if (index % playersPerPasskey > 0) {
        players.push(player);
        continue;
      }
      const passkey = await givePasskey(client, { counter: 0 });
      for (const app of apps) await allowApp(client, { ...app, redirectUri });
      players.push({ ...player, passkey });
    }
    await db.close();
    return {
      folder,
      nodes,
      environment,
      apps,
      players,
      async killNode(index) {
        const { child, ended } = processes[index]!;
        child.kill('SIGKILL');
        await ended;
        if (!closing) await startNode(index);
      },
      async failOver() {
        await primary.kill();
        await sleep(Math.random());
        await standby.promote();
        [primary, standby] = [standby, primary];
      },
      rejoin: () => rejoin(primary, standby),
      primaryUrl: () => primary.url('pid'),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function playerOf(client: HttpClient, pid: string): Promise<MoneyPlayer> {
  const { balance: starting } = await client.call('getBalance');
  return { pid, cookie: `pid_access=${client.cookie('pid_access')}`, starting };
}

/** The service nine days ago: an app settles only income of more than a week. */
export async function openPast(
  settings: Record<string, string>,
  connectionString: string,
  db: Database,
): Promise<TestService> {
  const config = loadConfig({ PID_RATE_LIMIT: '0', ...settings });
  const developmentIssuer = developmentIssuerOf(config.baseUrl.origin);
  await seedAdministrators(db, developmentIssuer, config.admins);
  const clock = clockAt(-9 * daySeconds);
  const service = await startService({
    config,
    connectionString,
    packageFolder,
    clock,
    overload: neverOverloaded,
  });
  const baseUrl = settings['PID_BASE_URL']!;
  return {
    baseUrl,
    service,
    erasers: [],
    db,
    sealer: testSealer,
    connectionString,
    developmentIssuer,
    clock,
    client: () => new HttpClient(baseUrl),
  };
}

export function clockAt(shiftSeconds: number): TestService['clock'] {
  let shiftMillis = shiftSeconds * 1000;
  const nowMillis = () => systemClock.nowMillis() + shiftMillis;
  return {
    now: () => new Date(nowMillis()),
    nowMillis,
    nowSeconds: () => Math.floor(nowMillis() / 1000),
    advanceSeconds: (seconds) => void (shiftMillis += seconds * 1000),
  };
}

export async function openApps(past: TestService, count: number) {
  const admins = await signInAdministrators(past);
  const apps = [];
  for (let index = 0; index < count; index += 1) {
    const app = await openSettlingApp(past, admins.approver, { feeBps: highFeeBps });
    const { clientId, clientSecret, ownerPid, passkey, owner } = app;
    const topUp = async (client: HttpClient, wish: { amount: number; clientId?: string }) => {
      const { id } = await client.call('createTopUp', wish);
      await client.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
    };
    await topUp(owner, { amount: firstTopUp });
    const { client: patron } = await newPlayer(past);
    await topUp(patron, { amount: firstTopUp, clientId });
    await owner.call('changeApp', { client_id: clientId, feeBps: 250, feeFlat: 500 });
    // Other fees end the badge.
    await admins.approver.call('verifyApp', { client_id: clientId });
    const accountNumber = String(1_000_000_000 + index);
    await app.setAccount({ bankCode: 'BCA', accountNumber, holderName: `PT Studio ${index}` });
    await admins.approver.call('approveBankAccount', { client_id: clientId });
    apps.push({ clientId, clientSecret, ownerPid, passkey, accountNumber });
  }
  return apps;
}
