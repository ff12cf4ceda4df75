import { closeAccount, newPostingId, type AccountBook } from '../ledger/index.ts';
import { auditTopUp } from './claw-back.ts';
import type { ConfirmDeps } from './confirm-top-up.ts';
import { confirmTopUp } from './confirm-top-up.ts';
import type { ChargeState, NoticeSubject } from './payment-provider.ts';
import { readMark, type MarkedTopUp } from './top-up-mark.ts';
import { findTopUp, insertRecoveredSession, insertTopUp, isHolderKnown, type TopUp } from './topups.store.ts';

export interface RecoverDeps extends ConfirmDeps {
  readonly book: AccountBook;
  /** The key that authenticates the marks of orders. */
  readonly markKey: Uint8Array;
}

/** A charge at the provider that our books have lost. */
export interface Forgotten {
  readonly orderId: string;
  readonly sessionId: string | null;
  readonly marked: MarkedTopUp;
  readonly state: ChargeState;
}

/**
 * Looks up an order that our books do not have, as after a restore. Returns null if it is not ours. The
 * provider's status decides about the charge; the authenticated mark decides about its owner.
 */
export async function findForgotten(deps: RecoverDeps, subject: NoticeSubject): Promise<Forgotten | null> {
  const { orderId, sessionId } = subject;
  if (!deps.provider || orderId === null) return null;
  // A mark that is not ours is refused without a request to the provider.
  if (subject.mark !== null && !readMark(deps.markKey, subject.mark)) return null;
  const state = await deps.provider.status({ orderId, sessionId });
  const marked = readMark(
    deps.markKey,
    subject.mark ?? (state.kind === 'paid' ? (state.mark ?? null) : null),
  );
  // Further pages of a top-up have its id plus a number as their order id.
  if (!marked || (orderId !== marked.id && !orderId.startsWith(`${marked.id}-`))) return null;
  return { orderId, sessionId, marked, state };
}

/** Restores the top-up and books the charge to its player, or to suspense if the player is unknown. */
export async function recoverTopUp(
  deps: RecoverDeps,
  { orderId, sessionId, marked }: Forgotten,
  {
    actor,
    reason,
    notice = null,
  }: { readonly actor: string; readonly reason: string | null; readonly notice?: string | null },
): Promise<TopUp> {
  const accountId = await accountOf(deps, 'identity', marked.identityId);
  const appAccountId = marked.clientId === null ? null : await accountOf(deps, 'app', marked.clientId);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const isNew = await insertTopUp(tx, {
      ...marked,
      accountId,
      appAccountId,
      returnTo: null,
      provider: deps.provider!.id,
      expiresAt: now,
    });
    await insertRecoveredSession(tx, { orderId, sessionId, topUpId: marked.id, now });
    if (isNew)
      await auditTopUp(
        tx,
        (await findTopUp(tx, marked.id))!,
        'topup.recovered',
        now,
        { orderId, ...(reason === null ? {} : { reason }) },
        { actor, origin: null },
      );
  });
  return confirmTopUp(deps, (await findTopUp(deps.db, marked.id))!, notice);
}

/**
 * An identity or app created after the backup has no account. It gets a closed one, so that its money goes to
 * suspense.
 */
async function accountOf(deps: RecoverDeps, kind: 'identity' | 'app', id: string): Promise<bigint> {
  const isKnown = await isHolderKnown(deps.db, kind, id);
  const account = await (kind === 'identity' ? deps.book.ofIdentity(id) : deps.book.ofApp(id));
  if (!isKnown) await closeAccount(deps.db, account, newPostingId(deps.clock, deps.ids), deps.clock.now());
  return account;
}
