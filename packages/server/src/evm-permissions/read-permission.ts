import {
  COUNTED_FUNCTIONS,
  EMPTY_DATA_SELECTOR,
  NATIVE_TOKEN,
  REFUSED_FUNCTIONS,
  hexOf,
  parseEvmAddress,
  toEvmAddress,
  type CallScope,
  type EvmAddress,
  type Hex,
  type Permission,
  type PermissionDomain,
  type SpendLimit,
} from '@pid/protocol/evm';
import { invalid } from '../platform/errors/index.ts';
import type { PermissionRequest } from '@pid/contract';
import { readPublicKey } from './read-public-key.ts';

/** The owner would forget a longer permission while it stays usable. */
const lifetimeMaxSeconds = 366 * 86_400;
const uint256Max = 2n ** 256n - 1n;
/**
 * Values that other systems use for "any function" and "any contract". We have no wildcards, so they are
 * refused to prevent a misunderstanding.
 */
const wildcardSelectors = new Set<string>(['0x00000000', '0xffffffff', '0x32323232']);
const wildcardTargets = new Set<string>([NATIVE_TOKEN, `0x${'32'.repeat(20)}`, `0x${'ff'.repeat(20)}`]);

/** A request that passed all rules. */
export interface ReadPermission {
  readonly domain: PermissionDomain;
  readonly permission: Permission;
}

/** Checks all rules of a permission request and refuses it with one sentence per broken rule. */
export function readPermission(request: PermissionRequest, nowSeconds: number): ReadPermission {
  const problems: string[] = [];
  const address = (text: string, field: string): EvmAddress => {
    const parsed = parseEvmAddress(text);
    if (!parsed) problems.push(`${field} must have a right EIP-55 checksum, or be all in lower case`);
    return parsed ?? toEvmAddress(text.toLowerCase());
  };
  const account = address(request.account, 'account');
  const verifier = address(request.verifier, 'verifier');
  if (account === NATIVE_TOKEN) problems.push('account must not be the zero address');
  if (verifier === NATIVE_TOKEN) problems.push('verifier must not be the zero address');
  if (verifier === account) problems.push('verifier must not be the account itself');
  const key = readPublicKey(request.publicKey);
  if ('problem' in key) problems.push(key.problem);
  const spend = request.spend.map((entry, i) => readLimit(entry, `spend[${i}]`, address, problems));
  const calls = request.calls.map((call, i): CallScope => ({
    to: address(call.to, `calls[${i}].to`),
    selector: normalHex(call.selector),
  }));
  calls.forEach((call, i) =>
    problems.push(...callProblems(call, `calls[${i}]`, { account, verifier, spend })),
  );
  problems.push(
    ...repeated(
      calls.map((call) => `${call.to} ${call.selector}`),
      'calls',
    ),
    ...repeated(
      spend.map((entry) => `${entry.token ?? 'native'} ${entry.period}`),
      'spend',
    ),
  );
  const start = request.start ?? 0;
  if (request.expiry <= nowSeconds) problems.push('expiry must lie in the future');
  if (request.expiry > nowSeconds + lifetimeMaxSeconds)
    problems.push('expiry must be at most 366 days ahead');
  if (start >= request.expiry) problems.push('start must lie before expiry');
  if (problems.length > 0 || 'problem' in key) throw invalid(...new Set(problems));
  return {
    domain: { chainId: request.chainId, account },
    permission: {
      verifier,
      ...key,
      calls,
      spend,
      start,
      expiry: request.expiry,
      salt: normalHex(request.salt),
    },
  };
}

function readLimit(
  entry: PermissionRequest['spend'][number],
  field: string,
  address: (text: string, field: string) => EvmAddress,
  problems: string[],
): SpendLimit {
  const token = entry.token === 'native' ? null : address(entry.token, `${field}.token`);
  if (token === NATIVE_TOKEN) problems.push(`${field}.token must be native, not the zero address`);
  const limit = BigInt(entry.limit);
  if (limit === 0n || limit > uint256Max) problems.push(`${field}.limit must be at least 1 and fit 256 bits`);
  return { token, limit, period: entry.period };
}

function callProblems(
  call: CallScope,
  field: string,
  record: { account: EvmAddress; verifier: EvmAddress; spend: readonly SpendLimit[] },
): string[] {
  const problems: string[] = [];
  if (call.to === record.account) problems.push(`${field}.to must not be the account itself`);
  if (call.to === record.verifier) problems.push(`${field}.to must not be the verifier`);
  if (wildcardTargets.has(call.to.toLowerCase()))
    problems.push(`${field}.to must be one contract, no wildcard`);
  if (wildcardSelectors.has(call.selector))
    problems.push(`${field}.selector must be one function, no wildcard`);
  const refused = REFUSED_FUNCTIONS.get(call.selector);
  if (refused)
    problems.push(`${field}.selector must not be ${refused}: it hands out a right that no limit can count`);
  const counted = COUNTED_FUNCTIONS.get(call.selector);
  if (counted && !record.spend.some((entry) => entry.token === call.to)) {
    problems.push(
      `${field}.selector is ${counted.signature}, which spends the token: spend must have an entry for ${call.to}`,
    );
  }
  if (call.selector === EMPTY_DATA_SELECTOR && !record.spend.some((entry) => entry.token === null)) {
    problems.push(`${field}.selector stands for a plain payment: spend must have an entry for native`);
  }
  return problems;
}

function normalHex(text: string): Hex {
  return hexOf(Buffer.from(text.slice(2), 'hex'));
}

function repeated(keys: readonly string[], field: string): string[] {
  return keys.flatMap((key, i) =>
    keys.indexOf(key) < i ? [`${field}[${i}] must not repeat ${field}[${keys.indexOf(key)}]`] : [],
  );
}
