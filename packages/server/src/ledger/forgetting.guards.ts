import type { Guard } from '../guard.ts';

const notes = 'migrations/0597_ledger_notes_forgotten.sql';
const texts = '../payments/migrations/0885_payment_texts_forgotten.sql';
const tests = ['retention.test'];

/** What keeps words from being wiped beside the books: of people who are here, too soon, or with more than the words. */
export const guards: readonly Guard[] = [
  {
    file: notes,
    find: " and to_jsonb(new) - 'note' = to_jsonb(old) - 'note'",
    replace: '',
    breaks: 'a posting is changed together with its note',
    tests,
  },
  {
    file: notes,
    find: " and closed_at < now() - interval '30 days')",
    replace: ')',
    breaks: 'notes of players who are here, or were a moment ago, can be wiped',
    tests,
  },
  {
    file: notes,
    find: 'make_interval(days => greatest(p_days, 30))',
    replace: 'make_interval(days => p_days)',
    breaks: 'whoever may call the function wipes what was written yesterday',
    tests,
  },
  {
    file: texts,
    find: " and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'",
    replace: '',
    breaks: 'a refund is changed together with its reason',
    tests,
  },
  {
    file: texts,
    find: " and i.status = 'deleted'",
    replace: '',
    breaks: 'whoever can name an identity wipes what apps wrote to it',
    tests,
  },
  {
    file: texts,
    find: 'make_interval(days => greatest(p_days, 30))',
    replace: 'make_interval(days => p_days)',
    breaks: 'what apps wrote goes with the deletion, before anybody can dispute it',
    tests,
  },
];
