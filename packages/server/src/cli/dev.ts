import { createHash } from 'node:crypto';
import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '@pid/contract/client';
import type { Command } from 'commander';
import { isLoopbackHost } from '../platform/http/index.ts';
import { randomIds } from '../platform/ids.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { DevBrowser } from './dev-browser.ts';
import { ownDatabase } from './find-database.ts';

interface PlayerFlags {
  readonly handle?: string;
  readonly balance?: string;
}

/** For trying: everything here works on loopback with the development sign-in, and refuses elsewhere. */
export function addDev(pid: Command, run: Run): void {
  const dev = pid.command('dev').description('test players and a fresh start, on your own machine');
  dev
    .command('player')
    .description('prints a signed-in test player: pid, session cookie, and the bearer of a test app')
    .option('--handle <handle>', 'the name before @pid; left out, a new one')
    .option('--balance <rupiah>', 'tops the player up through the sandbox checkout')
    .action(run(devPlayer));
  dev
    .command('reset')
    .description('begins afresh: deletes the embedded database and chain of the data folder')
    .action(run(devReset));
}

function refuseElsewhere({ config }: CommandContext, command: string): void {
  if (!isLoopbackHost(config.baseUrl.hostname) || config.providers)
    throw new CommandError(
      `${command} is for your own machine: a loopback PID_BASE_URL, and no PID_PROVIDERS.`,
    );
}

async function devPlayer(context: CommandContext, flags: PlayerFlags): Promise<void> {
  refuseElsewhere(context, 'pid dev player');
  const amount = flags.balance === undefined ? 0 : Number(flags.balance);
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new CommandError('--balance must be whole rupiah, such as 100000');
  const handle = flags.handle ?? `tester_${randomIds.bytes(4).toString('hex')}`;
  const service = context.config.baseUrl.origin;
  await requireRunning(service);
  const browser = new DevBrowser(service);
  await browser.signIn(`${handle}@example.com`);
  const pid = await nameOf(browser, handle);
  if (amount > 0) await topUp(browser, service, amount);
  const { clientId, bearer } = await signInToApp(browser);
  const { balance } = await browser.call('getBalance');
  const cookie = `pid_access=${browser.cookie('pid_access')}`;
  context.report(
    { pid, balance, cookie, clientId, bearer },
    `pid       ${pid}`,
    `balance   Rp${balance}`,
    `cookie    ${cookie}`,
    `app       ${clientId}`,
    `bearer    ${bearer}`,
    '',
    `curl ${service}/v1/identity/me -H 'Authorization: Bearer ${bearer.slice(0, 12)}…'`,
  );
}

async function requireRunning(service: string): Promise<void> {
  const answer = await fetch(`${service}/healthz`).catch(() => null);
  if (!answer?.ok) throw new CommandError(`No service answers at ${service}: start it with npm start.`);
}

/** A new login takes the name; one that has it is signed in already. */
async function nameOf(browser: DevBrowser, handle: string): Promise<string> {
  try {
    return (await browser.call('claimHandle', { handle })).pid;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== 'no_pending_claim') throw new CommandError(`${handle}: ${error.message}`);
    return (await browser.call('getIdentity')).pid;
  }
}

async function topUp(browser: DevBrowser, service: string, amount: number): Promise<void> {
  const { id } = await browser.call('createTopUp', { amount }).catch((error: unknown) => {
    throw error instanceof Refusal ? new CommandError(`--balance: ${error.message}`) : error;
  });
  await browser.fetch(`${service}/checkout/${id}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'paid' }),
  });
}

/** An app of the player's own, which the player allows: what a game would have after a login. */
async function signInToApp(browser: DevBrowser): Promise<{ clientId: string; bearer: string }> {
  const { items } = await browser.call('listApps', {});
  const app = items[0] ?? (await browser.call('registerApp', { name: 'Test game', origins: [] }));
  const verifier = randomIds.token();
  const { pidCode } = await browser.call('decideLogin', {
    client_id: app.client_id,
    redirect_uri: 'http://localhost/signed-in',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    decision: 'allow',
  });
  const exchanged = await browser.call('exchangeCode', {
    client_id: app.client_id,
    code: pidCode ?? '',
    code_verifier: verifier,
  });
  return { clientId: app.client_id, bearer: exchanged.accessToken };
}

/** What a start of ours makes in the data folder. */
const ownFiles = [
  'postgres',
  'postgres.log',
  'postgres.owner',
  'master-key',
  'connection',
  'example-game.json',
];

async function devReset(context: CommandContext): Promise<void> {
  refuseElsewhere(context, 'pid dev reset');
  if (context.config.databaseUrl)
    throw new CommandError(
      'pid dev reset deletes embedded data alone: PID_DATABASE_URL names a database of your own.',
    );
  await context.agree(`Everything in ${context.dataDir} is deleted: players, money, chain. Delete it?`);
  // Whoever owns it now is told to stop first; from here on it is ours.
  const database = await ownDatabase(
    context.config,
    context.dataDir,
    () => {},
    () => {},
  );
  await database.release();
  for (const name of ownFiles) await rm(path.join(context.dataDir, name), { recursive: true, force: true });
  // Whatever else lies there is somebody's.
  await rmdir(context.dataDir).catch(() => {});
  context.report({ deleted: context.dataDir }, `Deleted ${context.dataDir}. npm start begins afresh.`);
}
