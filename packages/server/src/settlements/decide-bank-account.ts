import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { notifyOwner } from '../notices/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { hasEverBelonged, lockForReview } from '../relying-parties/index.ts';
import { lockBankAccount, writeDecision } from './bank-accounts.store.ts';
import { describeBankAccount } from './get-bank-account.ts';
import { personOf } from './persons.ts';
import { refuseWhileOff, type SettlementDeps } from './settlement-deps.ts';

interface Decision {
  readonly clientId: string;
  readonly reason: string | null;
  /** The version that was reviewed; null if the request names none. */
  readonly version: string | null;
  readonly actor: string;
  /** The administrator's identity; null for a machine credential. */
  readonly deciderId: string | null;
  readonly origin: AuditOrigin;
}

type DecideDeps = Pick<SettlementDeps, 'db' | 'clock' | 'mode'>;

/** The app can settle to the account a day later, so that an owner whose session was stolen can act. */
export async function approveBankAccount(deps: DecideDeps, decision: Decision) {
  // A machine credential has no identity to compare with the owner of the app.
  // mutant (settlements/bank-account): decision.deciderId === null => false
  if (decision.deciderId === null) throw refuse('person_needed');
  refuseWhileOff(deps);
  return decide(deps, decision, 'approved');
}

/** Also takes back an approval. Settlements that were requested before keep their account. */
export function refuseBankAccount(deps: DecideDeps, decision: Decision) {
  return decide(deps, decision, 'refused');
}

function decide(deps: DecideDeps, decision: Decision, status: 'approved' | 'refused') {
  const { clientId, reason, version, actor, deciderId, origin } = decision;
  const isApproval = status === 'approved';
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const app = await lockForReview(tx, clientId);
    const account = app && (await lockBankAccount(tx, clientId));
    if (!account) throw refuse('no_bank_account');
    // mutant (settlements/bank-account): if (isApproval && (await hasEverBelonged(tx, clientId, deciderId!))) => if (false)
    if (isApproval && (await hasEverBelonged(tx, clientId, deciderId!))) throw refuse('own_app');
    if (version !== null && version.toLowerCase() !== account.version) throw refuse('bank_account_changed');
    if (account.status === 'refused' || (isApproval && account.status === 'approved'))
      throw refuse('bank_account_decided');
    const decided = await writeDecision(tx, clientId, { status, by: personOf(actor), reason });
    const { usableFrom } = decided;
    await recordAudit(tx, {
      at: now,
      identityId: app.ownerId,
      actor,
      action: isApproval ? 'bank_account.approved' : 'bank_account.refused',
      target: clientId,
      details: {
        bankCode: account.bankCode,
        last4: account.last4,
        ...(reason === null ? {} : { reason }),
      },
      origin,
    });
    const data = { clientId, name: app.name, last4: account.last4 };
    const owner = { identityId: app.ownerId, now };
    await notifyOwner(
      tx,
      usableFrom
        ? { ...owner, type: 'bank_account.approved', data: { ...data, usableFrom: usableFrom.toISOString() } }
        : { ...owner, type: 'bank_account.refused', data: { ...data, reason: reason ?? '' } },
    );
    return describeBankAccount(decided);
  });
}
