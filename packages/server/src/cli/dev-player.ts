import { createHash } from 'node:crypto';
import { Refusal } from '@pid/contract/client';
import { randomIds } from '../platform/ids.ts';
import { CommandError, type CommandContext } from './command.ts';
import { DevBrowser } from './dev-browser.ts';
import { findService, type ToFlag } from './dev-here.ts';
import { givePasskey } from './dev-kept-passkeys.ts';
import { giveWallet } from './dev-wallet.ts';

interface PlayerFlags extends ToFlag {
  readonly handle?: string;
  readonly balance?: string;
  readonly passkey?: boolean;
}

export async function devPlayer(context: CommandContext, flags: PlayerFlags): Promise<void> {
  const amount = flags.balance === undefined ? 0 : Number(flags.balance);
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new CommandError('--balance must be whole rupiah, such as 100000');
  const service = await findService(context, { ...flags, command: 'pid dev player', usesDatabase: false });
  const browser = new DevBrowser(service);
  const pid = await signInAs(browser, flags.handle ?? `tester_${randomIds.bytes(4).toString('hex')}`);
  if (amount > 0) await topUp(browser, amount);
  const passkey = flags.passkey ? await givePasskey(browser, context.dataDir, pid) : null;
  const wallet = passkey && (await giveWallet(browser, pid, passkey));
  const { clientId, bearer } = await signInToApp(browser);
  const { balance } = await browser.call('getBalance');
  const cookie = `pid_access=${browser.cookie('pid_access')}`;
  context.report(
    { pid, balance, cookie, clientId, bearer, ...(passkey && { passkey: passkey.kept }), ...wallet },
    `pid       ${pid}`,
    `balance   Rp${balance}`,
    `cookie    ${cookie}`,
    `app       ${clientId}`,
    `bearer    ${bearer}`,
    ...(passkey ? [`passkey   ${passkey.credentialId} (use --json to see its private key)`] : []),
    ...(wallet
      ? [`wallet    ${wallet.wallet}, activated, with SOL and test tokens of ${wallet.testToken}`]
      : []),
    '',
    `curl ${service}/v1/identity/me -H 'Authorization: Bearer ${bearer.slice(0, 12)}…'`,
  );
}

/** Uses the development sign-in: the same handle is the same player. */
export async function signInAs(browser: DevBrowser, handle: string): Promise<string> {
  await browser.signIn(`${handle}@example.com`);
  try {
    return (await browser.call('claimHandle', { handle })).pid;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== 'no_pending_claim') throw new CommandError(`${handle}: ${error.message}`);
    return (await browser.call('getIdentity')).pid;
  }
}

export async function topUp(browser: DevBrowser, amount: number): Promise<void> {
  const { id } = await browser.call('createTopUp', { amount }).catch((error: unknown) => {
    throw error instanceof Refusal ? new CommandError(`Play money: ${error.message}`) : error;
  });
  await browser.fetch(`${browser.service}/checkout/${id}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'paid' }),
  });
}

/** Registers an app of the player and connects it, which gives the bearer that a game has after a login. */
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
