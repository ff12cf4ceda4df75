import { Type, type Static } from 'typebox';
import { integer, literals, words } from '../schemas.ts';

export const period = literals(['hour', 'day', 'week', 'month'], {
  description: 'Period of the limit. It starts again in UTC with each hour, day, week (on Monday) or month.',
});

/** Each kind is one sentence. A page composes it in the player's language from the other fields. */
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

const when = (kinds: string, schema: string) => Type.Optional(words(`${schema}. Only for ${kinds}.`));

const term = Type.Object(
  {
    part: literals(['chain', 'calls', 'limits', 'times', 'warnings'], {
      description: 'List of the summary that contains this sentence.',
    }),
    kind: literals(termKinds, {
      description:
        '`chain`, `unknown_chain`: chain and account. `pay_coin`: paying the chain’s coin. `call_token`: a token function whose amount counts. `call_function`, `call_selector`: another function, with or without a known signature. `spend_nothing`: no spending. `spend_coin`, `spend_unknown_coin`, `spend_token`, `spend_known_token`: a spending limit. `from_approval`, `from`, `until`: start and end. `collectibles_uncounted`, `inner_calls_uncounted`, `fees_not_counted`: spending that no limit covers. `limits_begin_anew`: around the end of a period, up to twice the limit can be spent. `revoked_here_only`: revoking in this service does not end the permission on the chain. `contracts_unchecked`, `contracts_seen`: whether the service has seen the account and the verifier as contracts on the chain.',
    }),
    chain: when('`chain`, `unknown_chain`', 'Name or number of the chain'),
    account: when('`chain`, `unknown_chain`', 'Address of the account'),
    to: when(
      '`pay_coin`, `call_*`, `collectibles_uncounted`, `contracts_unchecked`, `contracts_seen`',
      'Address of the contract, receiver or verifier',
    ),
    function: when('`call_token`, `call_function`', 'Signature of the function'),
    selector: when('`call_selector`', 'Selector of a function that the service does not know'),
    amount: when(
      '`spend_*`',
      'Limit: in whole units for a coin or a known token, in base units for another token',
    ),
    coin: when('`spend_coin`, `spend_known_token`', 'Symbol of the coin or token'),
    token: when('`spend_token`, `spend_known_token`', 'Address of the token'),
    period: Type.Optional(period),
    at: Type.Optional(integer('Unix timestamp in seconds. Only for `from` and `until`.')),
  },
  { title: 'PermissionTerm' },
);
export type PermissionTerm = Static<typeof term>;

const sentences = (description: string) => Type.Array(Type.String(), { description });

export const summary = Type.Object(
  {
    chain: words('Chain and account, in English.'),
    calls: sentences('Calls that the permission allows, in English.'),
    limits: sentences('Spending limits, in English.'),
    times: sentences('Start and end, in English.'),
    warnings: sentences('Risks that no limit covers, in English.'),
    terms: Type.Array(term, {
      description: 'The same sentences in the same order as data, for pages in other languages.',
    }),
  },
  { title: 'PermissionSummary' },
);
export type PermissionSummary = Static<typeof summary>;
