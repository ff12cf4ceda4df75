import type { Guard } from '../guard.ts';

const stepUp = ['ledger/step-up-sends'];

/** One finger, one send; and what becomes of the money of whoever is deleted. */
export const guards: readonly Guard[] = [
  {
    file: 'send-money.ts',
    find: 'if (stepUp.refused) {',
    replace: 'if (false) {',
    breaks: 'one signature pays twice: the second time below the limit, without being asked for',
    tests: stepUp,
  },
  {
    file: 'functions/ledger_leave_to_suspense.sql',
    find: "select from identity_facts where status = 'deleted'\n      and id",
    replace: 'select from identity_facts where id',
    breaks: 'whoever runs SQL through a hole in a node takes the money from players who are there',
    tests: ['payments/holders-gone'],
  },
  {
    file: 'send-money.ts',
    find: "step_up_needed') return readOutcome(deps, { ...input, payer }, fees, posted);\n  await stepUp.require();\n",
    replace: "step_up_needed') return readOutcome(deps, { ...input, payer }, fees, posted);\n",
    breaks: 'whoever lacks a step-up is treated as if a sign-in stood in',
    tests: stepUp,
  },
];
