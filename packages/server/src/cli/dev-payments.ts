import { Refusal, type Reply } from '@pid/contract/client';
import { formatRupiah } from '@pid/contract';
import { listLogins } from '../credentials/index.ts';
import { findIdentity } from '../identity/index.ts';
import { expirePaymentNow, findPayment } from '../payments/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { randomIds } from '../platform/ids.ts';
import { CommandError, type CommandContext } from './command.ts';
import { DevBrowser } from './dev-browser.ts';
import { findService, type ToFlag } from './dev-here.ts';
import { findPasskey } from './dev-kept-passkeys.ts';
import { signInAs, topUp } from './dev-player.ts';
import { withDatabase, withOwnerRole } from './with-database.ts';

interface ByPlayer extends ToFlag {
  readonly player?: string;
}

const anyPayer = 'tester_payer';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Confirms the payment as the player, after a sandbox top-up if the balance is too low. */
export async function devPay(context: CommandContext, id: string, flags: ByPlayer): Promise<void> {
  const { browser, pid } = await signInPayer(context, 'pid dev pay', id, flags);
  await reportRefusals(async () => {
    const payment = await browser.call('getOwnPayment', { id });
    const { balance } = await browser.call('getBalance');
    if (payment.status === 'open' && balance < payment.total) await topUp(browser, payment.total - balance);
    const passkey = await findPasskey(context.dataDir, browser.service, pid);
    report(
      context,
      pid,
      await browser.confirmed('confirmPayment', { id, expectedTotal: payment.total }, passkey),
    );
  });
}

export async function devDecline(context: CommandContext, id: string, flags: ByPlayer): Promise<void> {
  const { browser, pid } = await signInPayer(context, 'pid dev decline', id, flags);
  await reportRefusals(async () => report(context, pid, await browser.call('declinePayment', { id })));
}

export async function devExpire(context: CommandContext, id: string, flags: ToFlag): Promise<void> {
  await findService(context, { ...flags, command: 'pid dev expire', usesDatabase: true });
  // Uses the owner role, because the service role cannot change when a payment expires.
  await withOwnerRole(context, async (db) => {
    await requirePayment(db, id);
    const payment = await expirePaymentNow({ db, clock: systemClock, ids: randomIds }, id);
    if (payment?.status !== 'expired' && payment?.status !== 'void')
      throw new CommandError(`The payment is ${payment?.status} and cannot expire.`);
    context.report({ id, status: payment.status }, `${id} is ${payment.status}`);
  });
}

function report(context: CommandContext, pid: string, payment: Reply<'confirmPayment'>): void {
  const { id, status, total } = payment;
  context.report(
    { id, status, total, player: pid },
    `${id} is ${status}: ${pid}, ${formatRupiah(BigInt(total))}`,
  );
}

/** Prints a refusal as its code and message, because the developer wants to see it. */
async function reportRefusals(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    throw error instanceof Refusal ? new CommandError(`${error.code}: ${error.message}`) : error;
  });
}

async function signInPayer(context: CommandContext, command: string, id: string, { player, to }: ByPlayer) {
  const target = { command, usesDatabase: false, ...(to !== undefined && { to }) };
  const browser = new DevBrowser(await findService(context, target));
  // The database of another service is not at hand.
  const handle = player?.replace(/@pid$/, '') ?? (to === undefined ? null : anyPayer);
  if (handle !== null) return { browser, pid: await signInAs(browser, handle) };
  let email: string | null = null;
  await withDatabase(context, async (db) => {
    const { askedIdentityId } = await requirePayment(db, id);
    email = askedIdentityId === null ? null : await developmentEmail(db, askedIdentityId);
  });
  if (email === null) return { browser, pid: await signInAs(browser, anyPayer) };
  await browser.signIn(email);
  return { browser, pid: (await browser.call('getIdentity')).pid };
}

async function requirePayment(db: Database, id: string) {
  const payment = uuid.test(id) ? await findPayment(db, id) : null;
  if (!payment) throw new CommandError(`There is no payment ${id}.`);
  return payment;
}

/** The development sign-in accepts any email address, so the payer can be signed in with theirs. */
async function developmentEmail(db: Database, identityId: string): Promise<string> {
  const login = (await listLogins(db, identityId)).find(({ provider }) => provider === 'dev');
  if (login?.email) return login.email;
  const identity = await findIdentity(db, identityId);
  throw new CommandError(`${identity?.pid ?? 'The player'} has no development sign-in.`);
}
