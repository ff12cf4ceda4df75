import type { PaymentRequest } from './payment-request.ts';
import { tabStorage } from '../../../kit/platform/storage.ts';

const STORAGE_KEY = 'pid:wallet:draft';

/** The input as typed. */
export interface WithdrawalDraft {
  readonly pid: string;
  readonly asset: string;
  readonly to: string;
  readonly amount: string;
  readonly everything: boolean;
  /** Its receiver, asset and amount override what was typed. */
  readonly request?: PaymentRequest;
}

/**
 * Kept in this tab instead of in the address: a reload and the back button keep the input, but a link cannot
 * fill it in.
 */
export const keptWithdrawal = {
  keep: (draft: WithdrawalDraft): void => tabStorage.set(STORAGE_KEY, JSON.stringify(draft)),
  forget: (): void => tabStorage.remove(STORAGE_KEY),
  read(pid: string): WithdrawalDraft | null {
    try {
      const draft = JSON.parse(tabStorage.get(STORAGE_KEY) ?? 'null') as WithdrawalDraft | null;
      const isWhole =
        draft?.pid === pid && [draft.asset, draft.to, draft.amount].every((part) => typeof part === 'string');
      return isWhole ? draft : null;
    } catch {
      return null;
    }
  },
};
