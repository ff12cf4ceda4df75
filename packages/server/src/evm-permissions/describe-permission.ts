import {
  COUNTED_FUNCTIONS,
  EMPTY_DATA_SELECTOR,
  type CallScope,
  type Permission,
  type PermissionDomain,
  type SpendLimit,
} from '@pid/protocol/evm';
import { chainName, nativeAmount } from './known-chains.ts';
import type { Summary } from './permission-schemas.ts';

/** Functions that move collectibles; no limit counts those, so the words must. */
const collectibleFunctions: ReadonlyMap<string, string> = new Map([
  ['0x42842e0e', 'safeTransferFrom(address,address,uint256)'],
  ['0xb88d4fde', 'safeTransferFrom(address,address,uint256,bytes)'],
  ['0xf242432a', 'safeTransferFrom(address,address,uint256,uint256,bytes)'],
  ['0x2eb2c2d6', 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'],
]);

/** Says in plain words what a permission allows, for how much and until when. */
export function describePermission(domain: PermissionDomain, permission: Permission): Summary {
  return {
    chain: `On ${chainName(domain.chainId)}, for the account ${domain.account}`,
    calls: permission.calls.map(describeCall),
    limits:
      permission.spend.length === 0
        ? ['Spend nothing: without a limit no coin and no token may be moved']
        : permission.spend.map((entry) => describeLimit(domain.chainId, entry)),
    times: [
      permission.start === 0 ? 'From the moment you approve' : `From ${utc(permission.start)}`,
      `Until ${utc(permission.expiry)}`,
    ],
    warnings: warningsOf(permission),
  };
}

/** The name of a function that we know, for whoever shows the permission in their own words. */
export function describeScope(call: CallScope) {
  const counted = COUNTED_FUNCTIONS.get(call.selector);
  return {
    to: call.to,
    selector: call.selector,
    function: counted?.signature ?? collectibleFunctions.get(call.selector) ?? null,
    counted: counted !== undefined,
  };
}

function describeCall(call: CallScope): string {
  if (call.selector === EMPTY_DATA_SELECTOR) return `Pay the chain's coin to ${call.to}, within its limits`;
  const { function: signature, counted } = describeScope(call);
  if (counted) return `Call ${signature} of the token ${call.to}, within its limits`;
  return `Call ${signature ?? `the function ${call.selector}`} of the contract ${call.to}`;
}

function describeLimit(chainId: number, entry: SpendLimit): string {
  const every = entry.period === 'hour' ? 'an hour' : `a ${entry.period}`;
  const amount =
    entry.token === null
      ? nativeAmount(chainId, entry.limit)
      : `${entry.limit} base units of the token ${entry.token}`;
  return `Spend at most ${amount} ${every}`;
}

function warningsOf(permission: Permission): string[] {
  const warnings: string[] = [];
  for (const call of permission.calls) {
    if (collectibleFunctions.has(call.selector))
      warnings.push(
        `It can give away any collectible of ${call.to} that the account owns, because limits do not count those`,
      );
  }
  const isUncounted = permission.calls.some(
    ({ selector }) => !COUNTED_FUNCTIONS.has(selector) && selector !== EMPTY_DATA_SELECTOR,
  );
  if (isUncounted)
    warnings.push(
      'What a contract does inside of its own functions is not counted: it can take what it was allowed to take before',
    );
  if (permission.spend.length > 0) {
    warnings.push(
      'Limits begin anew with each hour, day, week (on Monday) and month in UTC, so around such a moment up to twice a limit can be spent',
    );
    warnings.push('Network fees are not part of these limits');
  }
  warnings.push(
    'Revoking here ends it for us and for the app at once; the chain knows of it only when the account itself has called revoke',
  );
  return [...new Set(warnings)];
}

function utc(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
