import { closeAccount, newPostingId, type AccountBook } from '../ledger/index.ts';
import { auditTopUp } from './claw-back.ts';
import type { ConfirmDeps } from './confirm-top-up.ts';
import { confirmTopUp } from './confirm-top-up.ts';
import type { ChargeState, NoticeSubject } from './payment-provider.ts';
import { readMark, type MarkedTopUp } from './top-up-mark.ts';
import { findTopUp, insertRecoveredSession, insertTopUp, isHolderKnown, type TopUp } from './topups.store.ts';

export interface RecoverDeps extends ConfirmDeps {
  readonly book: AccountBook;
  /** Seals what an order says about its top-up. */
  readonly markKey: Uint8Array;
}

/** A payment at the provider that our books have forgotten. */
export interface Forgotten {
  readonly orderId: string;
  readonly sessionId: string | null;
  readonly marked: MarkedTopUp;
  readonly state: ChargeState;
}

/**
 * Looks at the provider for an order that nobody here knows: after a restore to a moment before it. Null when it is not one of ours.
 * The provider's word counts for the payment, the seal for whose it is.
 */
export async function findForgotten(deps: RecoverDeps, subject: NoticeSubject): Promise<Forgotten | null> {
  const { orderId, sessionId } = subject;
  if (!deps.provider || orderId === null) return null;
  // What carries a mark that is not ours costs no question.
  if (subject.mark !== null && !readMark(deps.markKey, subject.mark)) return null;
  const state = await deps.provider.status({ orderId, sessionId });
  const marked = readMark(
    deps.markKey,
    subject.mark ?? (state.kind === 'paid' ? (state.mark ?? null) : null),
  );
  // Further pages of one top-up are called by its id and a number.
  if (!marked || (orderId !== marked.id && !orderId.startsWith(`${marked.id}-`))) return null;
  return { orderId, sessionId, marked, state };
}

/** Makes it a top-up again and books what was paid: to its player, or to suspense where that one is forgotten too. */
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

/** Whoever came after the backup has no account, and gets one that is closed: what is paid to it goes to suspense. */
async function accountOf(deps: RecoverDeps, kind: 'identity' | 'app', id: string): Promise<bigint> {
  const isKnown = await isHolderKnown(deps.db, kind, id);
  const account = await (kind === 'identity' ? deps.book.ofIdentity(id) : deps.book.ofApp(id));
  if (!isKnown) await closeAccount(deps.db, account, newPostingId(deps.clock, deps.ids), deps.clock.now());
  return account;
}
