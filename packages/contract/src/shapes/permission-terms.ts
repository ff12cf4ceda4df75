import { Type, type Static } from 'typebox';
import { integer, literals, words } from '../schemas.ts';

export const period = literals(['hour', 'day', 'week', 'month'], {
  description: 'Begins anew in UTC with each hour, day, week (on Monday) or month.',
});

/** Each kind is one sentence, said in the reader's language from the fields beside it. */
const termKinds = [
  'chain',
  'unknown_chain',
  'pay_coin',
  'call_token',
  'call_function',
  'call_selector',
  'spend_nothing',
  'spend_coin',
  'spend_unknown_coin',
  'spend_token',
  'spend_known_token',
  'from_approval',
  'from',
  'until',
  'collectibles_uncounted',
  'inner_calls_uncounted',
  'limits_begin_anew',
  'fees_not_counted',
  'revoked_here_only',
  'contracts_unchecked',
  'contracts_seen',
] as const;

const when = (kinds: string, schema: string) => Type.Optional(words(`${schema}; of ${kinds}.`));

const term = Type.Object(
  {
    part: literals(['chain', 'calls', 'limits', 'times', 'warnings'], {
      description: 'The list of the summary that this term is a sentence of.',
    }),
    kind: literals(termKinds, { description: 'What it says; the other fields are its figures.' }),
    chain: when('`chain`, `unknown_chain`', 'Name of the chain, or its number'),
    account: when('`chain`, `unknown_chain`', 'The account'),
    to: when(
      '`pay_coin`, `call_*`, `collectibles_uncounted`, `contracts_unchecked`, `contracts_seen`',
      'The contract, receiver or verifier',
    ),
    function: when('`call_token`, `call_function`', 'Signature of the function'),
    selector: when('`call_selector`', 'Selector of a function that we do not know'),
    amount: when(
      '`spend_*`',
      'The limit: of a coin or a known token in whole ones, of another token in base units',
    ),
    coin: when('`spend_coin`, `spend_known_token`', 'Symbol of the coin or token'),
    token: when('`spend_token`, `spend_known_token`', 'Address of the token'),
    period: Type.Optional(period),
    at: Type.Optional(integer('Unix seconds; of `from` and `until`.')),
  },
  { title: 'PermissionTerm' },
);
export type PermissionTerm = Static<typeof term>;

const sentences = (description: string) => Type.Array(Type.String(), { description });

/** A permission in words that its owner understands before signing. */
export const summary = Type.Object(
  {
    chain: words('In English: which chain and which account.'),
    calls: sentences('In English: what it may call.'),
    limits: sentences('In English: how much it may spend.'),
    times: sentences('In English: from when until when.'),
    warnings: sentences('In English: what no limit covers.'),
    terms: Type.Array(term, {
      description: 'The same sentences in the same order, for pages that say them in another language.',
    }),
  },
  { title: 'PermissionSummary' },
);
export type PermissionSummary = Static<typeof summary>;
