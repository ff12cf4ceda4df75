import type { Guard } from '../guard.ts';

/** What keeps fees on the fee accounts, nodes from queueing at one of them, and who says what is charged. */
export const guards: readonly Guard[] = [
  {
    file: 'functions/ledger_post_sends.sql',
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
  {
    file: 'fee-rules.store.ts',
    find: "    await client.query('lock table ledger_fee_rules in share row exclusive mode');\n",
    replace: '',
    breaks: 'two who migrate at once make two rules of one, or one of them fails',
    tests: ['ledger/fee-rules'],
  },
  {
    file: 'open-ledger.ts',
    find: '  if (rule) return rule;',
    replace:
      '  return rule ?? { version: 1, bps: BigInt(config.feeBps), minimum: BigInt(config.feeMinimum) };',
    breaks: 'postings name a rule that is not theirs',
    tests: ['ledger/fee-rules'],
  },
];
