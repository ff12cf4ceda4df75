import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { notifyOwner } from '../notices/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { lockForReview } from '../relying-parties/index.ts';
import { findBankAccount, lockBankAccount, writeBankAccount } from './bank-accounts.store.ts';
import { describeBankAccount } from './get-bank-account.ts';
import { bankAccountColumn, openNumber, sealNumber } from './sealed-numbers.ts';
import { refuseWhileOff, type SettlementDeps } from './settlement-deps.ts';

interface BankDetails {
  readonly clientId: string;
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly holderName: string;
}

/** A change starts the review again. The same details again change nothing, unless they were refused. */
export async function setBankAccount(
  deps: SettlementDeps,
  caller: UserCaller,
  details: BankDetails,
  origin: AuditOrigin,
) {
  refuseWhileOff(deps);
  const { clientId, bankCode, accountNumber, holderName } = details;
  if (deps.mode.provider && !deps.mode.provider.supports(bankCode)) throw refuse('bank_not_supported');
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const app = await lockForReview(tx, clientId);
    if (!app) throw refuse('no_such_app');
    await deps.apps.admit(tx, caller, clientId, 'setBankAccount');
    const before = await lockBankAccount(tx, clientId);
    const isSame =
      before !== null &&
      before.status !== 'refused' &&
      before.bankCode === bankCode &&
      before.holderName === holderName &&
      openNumber(deps.sealer, bankAccountColumn, clientId, before) === accountNumber;
    if (isSame) return describeBankAccount(before);
    const last4 = accountNumber.slice(-4);
    await writeBankAccount(tx, {
      clientId,
      bankCode,
      holderName,
      last4,
      version: deps.ids.uuid(),
      setAt: now,
      ...sealNumber(deps.sealer, bankAccountColumn, clientId, accountNumber),
    });
    await recordAudit(tx, {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'bank_account.set',
      target: clientId,
      details: { bankCode, last4 },
      origin,
    });
    const data = { clientId, name: app.name, bank: bankCode, last4 };
    await notifyOwner(tx, { identityId: caller.identityId, type: 'bank_account.changed', data, now });
    return describeBankAccount((await findBankAccount(tx, clientId))!);
  });
}
