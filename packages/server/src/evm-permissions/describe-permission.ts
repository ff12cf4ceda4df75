import type { PermissionSummary, PermissionTerm } from '@pid/contract';
import {
  COUNTED_FUNCTIONS,
  EMPTY_DATA_SELECTOR,
  type CallScope,
  type Permission,
  type PermissionDomain,
  type SpendLimit,
} from '@pid/protocol/evm';
import { coinAmount, coinName, chainName, knownToken } from './known-chains.ts';

/** Functions that transfer collectibles. No limit counts these, so the description must warn about them. */
const collectibleFunctions: ReadonlyMap<string, string> = new Map([
  ['0x42842e0e', 'safeTransferFrom(address,address,uint256)'],
  ['0xb88d4fde', 'safeTransferFrom(address,address,uint256,bytes)'],
  ['0xf242432a', 'safeTransferFrom(address,address,uint256,uint256,bytes)'],
  ['0x2eb2c2d6', 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'],
]);

type Term = Omit<PermissionTerm, 'part'>;

/**
 * Describes in plain words a permission's calls, limits, times and warnings, including whether its contracts
 * were checked on the chain.
 */
export function describePermission(
  domain: PermissionDomain,
  permission: Permission,
  contractsSeen: boolean,
): PermissionSummary {
  const { chainId, account } = domain;
  const name = chainName(chainId);
  const parts: Record<PermissionTerm['part'], Term[]> = {
    chain: [{ kind: name ? 'chain' : 'unknown_chain', chain: name ?? String(chainId), account }],
    calls: permission.calls.map(callTerm),
    limits:
      permission.spend.length === 0
        ? [{ kind: 'spend_nothing' }]
        : permission.spend.map((entry) => limitTerm(chainId, entry)),
    times: [
      permission.start === 0 ? { kind: 'from_approval' } : { kind: 'from', at: permission.start },
      { kind: 'until', at: permission.expiry },
    ],
    warnings: warningTerms(permission, contractsSeen),
  };
  return {
    chain: sentence(parts.chain[0]!),
    calls: parts.calls.map(sentence),
    limits: parts.limits.map(sentence),
    times: parts.times.map(sentence),
    warnings: parts.warnings.map(sentence),
    terms: (['chain', 'calls', 'limits', 'times', 'warnings'] as const).flatMap((part) =>
      parts[part].map((term) => ({ part, ...term })),
    ),
  };
}

/** Adds the signature of a known function, for apps that describe the permission themselves. */
export function describeScope(call: CallScope) {
  const counted = COUNTED_FUNCTIONS.get(call.selector);
  return {
    to: call.to,
    selector: call.selector,
    function: counted?.signature ?? collectibleFunctions.get(call.selector) ?? null,
    counted: counted !== undefined,
  };
}

function callTerm(call: CallScope): Term {
  const { to, selector } = call;
  if (selector === EMPTY_DATA_SELECTOR) return { kind: 'pay_coin', to };
  const { function: signature, counted } = describeScope(call);
  if (signature === null) return { kind: 'call_selector', selector, to };
  return { kind: counted ? 'call_token' : 'call_function', function: signature, to };
}

function limitTerm(chainId: number, { token, limit, period }: SpendLimit): Term {
  if (token !== null) {
    const known = knownToken(chainId, token);
    if (!known) return { kind: 'spend_token', amount: String(limit), token, period };
    const { symbol: coin, decimals } = known;
    return { kind: 'spend_known_token', amount: coinAmount(limit, decimals), coin, token, period };
  }
  const coin = coinName(chainId);
  const amount = coinAmount(limit);
  return coin ? { kind: 'spend_coin', amount, coin, period } : { kind: 'spend_unknown_coin', amount, period };
}

function warningTerms(permission: Permission, contractsSeen: boolean): Term[] {
  const collections = permission.calls.flatMap(({ to, selector }) =>
    collectibleFunctions.has(selector) ? [to] : [],
  );
  const isUncounted = permission.calls.some(
    ({ selector }) => !COUNTED_FUNCTIONS.has(selector) && selector !== EMPTY_DATA_SELECTOR,
  );
  return [
    ...[...new Set(collections)].map((to): Term => ({ kind: 'collectibles_uncounted', to })),
    ...(isUncounted ? [{ kind: 'inner_calls_uncounted' } as const] : []),
    ...(permission.spend.length > 0
      ? [{ kind: 'limits_begin_anew' } as const, { kind: 'fees_not_counted' } as const]
      : []),
    { kind: 'revoked_here_only' },
    // State this in both cases, so that the owner does not assume that a check was made.
    { kind: contractsSeen ? 'contracts_seen' : 'contracts_unchecked', to: permission.verifier },
  ];
}

const sentences: Record<Term['kind'], (term: Term) => string> = {
  chain: ({ chain, account }) => `On ${chain}, for the account ${account}`,
  unknown_chain: ({ chain, account }) =>
    `On the blockchain with the number ${chain}, for the account ${account}`,
  pay_coin: ({ to }) => `Pay the coin of the blockchain to ${to}, within the limits`,
  call_token: (term) => `Call ${term.function} of the token ${term.to}, within the limits`,
  call_function: (term) => `Call ${term.function} of the contract ${term.to}`,
  call_selector: ({ selector, to }) => `Call the function ${selector} of the contract ${to}`,
  spend_nothing: () => 'Spend nothing: without a limit, it cannot move coins or tokens',
  spend_coin: (term) => `Spend at most ${term.amount} ${term.coin} ${every(term)}`,
  spend_unknown_coin: (term) => `Spend at most ${term.amount} of the coin of the blockchain ${every(term)}`,
  spend_token: (term) => `Spend at most ${term.amount} base units of the token ${term.token} ${every(term)}`,
  spend_known_token: (term) =>
    `Spend at most ${term.amount} ${term.coin} (the token ${term.token}) ${every(term)}`,
  from_approval: () => 'From the moment you approve',
  from: ({ at }) => `From ${utc(at)}`,
  until: ({ at }) => `Until ${utc(at)}`,
  collectibles_uncounted: ({ to }) =>
    `It can give away any collectible of ${to} that the account owns, because limits do not count those`,
  inner_calls_uncounted: () =>
    'Limits do not count what a contract does inside its own functions: it can take what you allowed it to take before',
  limits_begin_anew: () =>
    'Limits reset every hour, day, week (on Monday) and month in UTC, so up to twice a limit can be spent around a reset',
  fees_not_counted: () => 'Network fees are not part of these limits',
  contracts_seen: ({ to }) =>
    `The account is a contract on the blockchain, and the verifier ${to} responds as expected. We have not checked their code`,
  contracts_unchecked: ({ to }) =>
    `We have not checked on the blockchain that the account and the verifier ${to} are contracts that enforce these limits`,
  revoked_here_only: () =>
    'Revoking here ends it immediately for PID and the app. On the blockchain it ends only when the account itself calls revoke',
};

function sentence(term: Term): string {
  return sentences[term.kind](term);
}

function every({ period }: Term): string {
  return period === 'hour' ? 'an hour' : `a ${period}`;
}

function utc(seconds = 0): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
