import type { Guard } from '../guard.ts';

const tests = ['retention.test'];

/** What keeps words from being wiped beside the books: of people who are here, too soon, or with more than the words. */
export const guards: readonly Guard[] = [
  {
    file: 'functions/ledger_postings_only_forget.sql',
    find: " and to_jsonb(new) - 'note' = to_jsonb(old) - 'note'",
    replace: '',
    breaks: 'a posting is changed together with its note',
    tests,
  },
  {
    file: 'functions/ledger_postings_only_forget.sql',
    find: " and closed_at < now() - interval '30 days')",
    replace: ')',
    breaks: 'notes of players who are here, or were a moment ago, can be wiped',
    tests,
  },
  {
    file: 'functions/ledger_forget_notes.sql',
    find: 'make_interval(days => greatest(p_days, 30))',
    replace: 'make_interval(days => p_days)',
    breaks: 'whoever may call the function wipes what was written yesterday',
    tests,
  },
  {
    file: '../payments/functions/payment_refunds_only_forget.sql',
    find: " and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'",
    replace: '',
    breaks: 'a refund is changed together with its reason',
    tests,
  },
  {
    file: '../payments/functions/payments_forget_texts.sql',
    find: " and i.status = 'deleted'",
    replace: '',
    breaks: 'whoever can name an identity wipes what apps wrote to it',
    tests,
  },
  {
    file: '../payments/functions/payments_forget_texts.sql',
    find: 'make_interval(days => greatest(p_days, 30))',
    replace: 'make_interval(days => p_days)',
    breaks: 'what apps wrote goes with the deletion, before anybody can dispute it',
    tests,
  },
];
