import type { Guard } from '../guard.ts';

/** What keeps fees on the fee accounts, and nodes from queueing at one of them. */
export const guards: readonly Guard[] = [
  {
    file: 'migrations/0580_fee_accounts.sql',
    find: 'is_fee_account(p_accounts[v_fees]) is not true',
    replace: 'false',
    breaks: 'fees go to whoever is named last',
    tests: ['service-role.test.ts'],
  },
  {
    file: 'platform-accounts.ts',
    find: 'return feeAccounts[Number.parseInt(id.slice(-1), 16)]!;',
    replace: 'return feeAccounts[0]!;',
    breaks: 'all nodes queue at one row again',
    tests: ['ledger/fee-accounts'],
  },
];
