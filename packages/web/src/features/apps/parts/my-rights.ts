import type { AppRole } from '@pid/contract/app-roles';

interface Mine {
  /** Always present for a player. */
  readonly role?: AppRole;
}

// The table of rights in the contract is larger than these pages need; `my-rights.test.ts` compares both.

export const owns = ({ role }: Mine): boolean => role === 'owner';

/** May change settings, items and secrets. */
export const mayDevelop = ({ role }: Mine): boolean => role !== 'finance';

/** May read the bank account, handle payments and move the money of the app. */
export const mayHandleMoney = ({ role }: Mine): boolean => role !== 'developer';
