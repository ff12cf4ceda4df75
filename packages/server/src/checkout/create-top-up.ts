import type { Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import { isLocalPath } from '../sign-in/index.ts';
import {
  ceilBps,
  computeFees,
  findKey,
  insertKey,
  lockAccounts,
  unknownApp,
  whyFull,
  type AccountBook,
  type AppDirectory,
  type AppTerms,
  type FeeRule,
} from '../ledger/index.ts';
import { impossible, invalid, refuse } from '../platform/errors/index.ts';
import { isLoopbackHost, type IdempotencyKey } from '../platform/http/index.ts';
import { parseUrl } from '../platform/parse-url.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { findTopUp, insertTopUp, type TopUp } from './topups.store.ts';

export interface TopUpDeps extends Needs<'db' | 'clock' | 'ids'> {
  readonly book: AccountBook;
  readonly apps: AppDirectory;
  readonly feeRule: FeeRule;
  /** Null if none is configured. */
  readonly provider: PaymentProvider | null;
  readonly providerFee: { readonly bps: number; readonly flat: number };
  readonly range: { readonly min: bigint; readonly max: bigint };
  readonly ttlSeconds: number;
  readonly balanceMax: bigint;
  /** Throws unless age and family allow it. Called under the account's lock. */
  assertMayTopUp(tx: Tx, identityId: string): Promise<void>;
}

export interface TopUpInput {
  readonly identityId: string;
  readonly amount: bigint;
  readonly clientId: string | null;
  readonly returnTo: string | null;
}

export interface CreateTopUpDeps extends TopUpDeps {
  extendPayment(paymentId: string, identityId: string, until: Date): Promise<void>;
}

/** Stores the top-up. The provider is called when the payer continues from the checkout page. */
export async function createTopUp(
  deps: CreateTopUpDeps,
  input: TopUpInput & { readonly paymentId: string | null },
  key: IdempotencyKey | null,
): Promise<{ topUp: TopUp; replayed: boolean }> {
  const stored = await storeTopUp(deps, input, key);
  // A repeated request extends too: the first one may have ended between these two statements.
  if (input.paymentId !== null)
    await deps.extendPayment(input.paymentId, input.identityId, stored.topUp.expiresAt);
  return stored;
}

async function storeTopUp(
  deps: TopUpDeps,
  input: TopUpInput,
  key: IdempotencyKey | null,
): Promise<{ topUp: TopUp; replayed: boolean }> {
  const accountId = await deps.book.ofIdentity(input.identityId);
  const terms =
    input.clientId === null ? null : await deps.apps.termsFor(deps.db, input.clientId, input.identityId);
  const appAccountId = terms ? await deps.book.ofApp(terms.clientId) : null;
  return deps.db.transaction(async (tx) => {
    const isPaused = terms !== null && (await deps.apps.isPausedUnderLock(tx, terms.clientId));
    // The account's lock serializes requests with the same idempotency key, as it does for sends.
    const locked = await lockAccounts(tx, [accountId, ...(appAccountId === null ? [] : [appAccountId])]);
    const account = locked.get(accountId) ?? impossible(`account ${accountId} is missing`);
    const known = key && (await findKey(tx, accountId, key.key));
    if (key && known) {
      if (!known.requestHash.equals(key.requestHash)) throw refuse('idempotency_key_reused');
      return {
        topUp:
          (await findTopUp(tx, known.subject)) ?? impossible(`top-up ${known.subject} of a key is missing`),
        replayed: true,
      };
    }
    if (!deps.provider) throw refuse('topups_unavailable');
    if (!account.open) throw refuse('unauthorized');
    if (input.clientId !== null && !(terms && appAccountId !== null && locked.get(appAccountId)?.open))
      throw unknownApp();
    if (isPaused) throw refuse('app_paused');
    assertReturnTo(input.returnTo, terms);
    if (input.amount < deps.range.min || input.amount > deps.range.max)
      throw refuse('topup_out_of_range', deps.range);
    await deps.assertMayTopUp(tx, input.identityId);
    const now = deps.clock.now();
    const full = await whyFull(tx, { accountId, amount: input.amount, balanceMax: deps.balanceMax, now });
    if (full !== null) throw refuse(full === 'month' ? 'incoming_full' : 'balance_full');
    const id = deps.ids.uuid();
    await insertTopUp(tx, {
      id,
      identityId: input.identityId,
      accountId,
      clientId: input.clientId,
      appAccountId,
      amount: input.amount,
      ...feesOf(deps, input.amount, terms),
      feeRule: deps.feeRule.version,
      returnTo: input.returnTo,
      provider: deps.provider.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + deps.ttlSeconds * 1000),
    });
    if (key) await insertKey(tx, { accountId, key: key.key, requestHash: key.requestHash, subject: id, now });
    return { topUp: (await findTopUp(tx, id))!, replayed: false };
  });
}

/** Returns all fees in the form in which they are stored. */
export function feesOf(
  { feeRule, providerFee }: Pick<TopUpDeps, 'feeRule' | 'providerFee'>,
  amount: bigint,
  terms: AppTerms | null,
) {
  const { global, app } = computeFees(feeRule, amount, terms);
  const provider = ceilBps(amount, BigInt(providerFee.bps)) + BigInt(providerFee.flat);
  return { globalFee: global, appFee: app, providerFee: provider };
}

/**
 * Allows a path of this site or an address on one of the app's origins. Loopback need not be listed, as at
 * sign-in.
 */
function assertReturnTo(returnTo: string | null, terms: AppTerms | null): void {
  if (returnTo === null || isLocalPath(returnTo)) return;
  if (terms && isOnOrigin(returnTo, terms)) return;
  throw invalid("returnTo must be a path of this site or be on one of the app's origins");
}

function isOnOrigin(text: string, terms: AppTerms): boolean {
  // Only visible ASCII without a backslash: an address that a browser would silently repair is refused.
  const url = /^https?:\/\/[!-[\]-~]+$/.test(text) ? parseUrl(text) : null;
  if (!url || url.username !== '' || url.password !== '') return false;
  return terms.origins.includes(url.origin) || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}
