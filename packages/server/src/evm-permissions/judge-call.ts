import { verify } from 'node:crypto';
import { errorTable, type SpendRefusal } from '@pid/contract';
import { isLowS } from '@pid/protocol';
import {
  COUNTED_FUNCTIONS,
  EMPTY_DATA_SELECTOR,
  REFUSED_FUNCTIONS,
  callDigest,
  countedAmount,
  selectorOf,
  type EvmAddress,
  type Hex,
  type SpendLimit,
} from '@pid/protocol/evm';
import { statusAt } from './permission-status.ts';
import type { PermissionRecord } from './permissions.store.ts';
import { usageAt } from './remaining-limits.ts';
import type { Usage } from './spending.store.ts';

export interface CallToJudge {
  readonly to: EvmAddress;
  readonly value: bigint;
  readonly data: Uint8Array;
  /** What the caller says that the call will spend, where neither value nor data show it. */
  readonly stated: { readonly token: EvmAddress | null; readonly amount: bigint } | null;
  readonly signed: {
    readonly nonce: bigint;
    readonly deadline: number;
    readonly signature: Uint8Array;
  } | null;
  /** Judged even without a signature, when it is there. */
  readonly deadline: number | null;
}

interface Spending {
  readonly token: EvmAddress | null;
  readonly amount: bigint;
}

type Usages = ReadonlyMap<number, Usage> | undefined;

/** Every reason against the call, `code: sentence` each; none when it is allowed. The contract decides by the same rules. */
export function judgeCall(
  record: PermissionRecord,
  usages: Usages,
  call: CallToJudge,
  nowMillis: number,
): string[] {
  const nowSeconds = Math.floor(nowMillis / 1000);
  const spent = spendingOf(call).flatMap((spending) =>
    limitReasons(record.permission.spend, usages, spending, nowSeconds),
  );
  return [
    ...standingReasons(record, nowMillis).map(sentenceOf),
    ...scopeReasons(record, call),
    ...spent.map(sentenceOf),
    ...signatureReasons(record, call, nowSeconds),
  ];
}

/** Whether the permission stands at all at this moment. */
export function standingReasons(record: PermissionRecord, nowMillis: number): SpendRefusal[] {
  const reasons: SpendRefusal[] = [];
  const status = statusAt(record, nowMillis);
  if (status !== 'active') reasons.push({ reason: 'not_active', status });
  if (record.identityStatus === 'suspended') reasons.push({ reason: 'owner_suspended' });
  if (nowMillis < record.permission.start * 1000) reasons.push({ reason: 'not_started' });
  return reasons;
}

/** Every limit of the token must hold; a token without any may not be spent. */
export function limitReasons(
  spend: readonly SpendLimit[],
  usages: Usages,
  spending: Spending,
  nowSeconds: number,
): SpendRefusal[] {
  const token = spending.token ?? 'native';
  const entries = spend
    .map((entry, i) => ({ entry, i }))
    .filter(({ entry }) => entry.token === spending.token);
  if (entries.length === 0) return [{ reason: 'no_limit', token }];
  return entries.flatMap(({ entry, i }) => {
    const left = entry.limit - usageAt(entry, usages?.get(i), nowSeconds).spent;
    return spending.amount > left ? [limitExceeded(token, entry, left)] : [];
  });
}

export function limitExceeded(token: string, entry: SpendLimit, left: bigint): SpendRefusal {
  const { limit, period } = entry;
  return { reason: 'limit_exceeded', token, left: String(left), limit: String(limit), period };
}

const sentenceOf = (refusal: SpendRefusal) => errorTable.permission_spend_refused.sentence(refusal);

function scopeReasons(record: PermissionRecord, call: CallToJudge): string[] {
  const { account } = record.domain;
  const { verifier, calls } = record.permission;
  if (call.to === account || call.to === verifier)
    return [
      `target_refused: a session key never calls the ${call.to === account ? 'account itself' : 'verifier'}`,
    ];
  const selector = scopeSelector(call.data);
  if (selector === null || !calls.some((scope) => scope.to === call.to && scope.selector === selector))
    return [`call_not_listed: this function of ${call.to} is not among the allowed calls`];
  if (REFUSED_FUNCTIONS.has(selector))
    return [`function_refused: ${REFUSED_FUNCTIONS.get(selector)} hands out a right that no limit can count`];
  const counted = COUNTED_FUNCTIONS.get(selector);
  if (counted && countedAmount(call.data, counted.amountArgument) === null)
    return [`data_too_short: the data of ${counted.signature} ends before its amount`];
  return [];
}

/** The selector by which a scope names the call; null for data that no scope can name. */
function scopeSelector(data: Uint8Array): Hex | null {
  if (data.length === 0) return EMPTY_DATA_SELECTOR;
  const selector = selectorOf(data);
  return data.length < 4 || selector === EMPTY_DATA_SELECTOR ? null : selector;
}

/** What the call spends by token. Where the caller states an amount of a token that also shows in the call, the larger counts. */
function spendingOf(call: CallToJudge): Spending[] {
  const amounts = new Map<EvmAddress | null, bigint>();
  const add = (token: EvmAddress | null, amount: bigint) => {
    const known = amounts.get(token);
    amounts.set(token, known !== undefined && known > amount ? known : amount);
  };
  if (call.value > 0n) add(null, call.value);
  const counted = call.data.length >= 4 ? COUNTED_FUNCTIONS.get(selectorOf(call.data)) : undefined;
  const amount = counted ? countedAmount(call.data, counted.amountArgument) : null;
  if (amount !== null) add(call.to, amount);
  if (call.stated) add(call.stated.token, call.stated.amount);
  return [...amounts].map(([token, amount]) => ({ token, amount }));
}

function signatureReasons(record: PermissionRecord, call: CallToJudge, nowSeconds: number): string[] {
  const reasons: string[] = [];
  if (call.deadline !== null && call.deadline < nowSeconds)
    reasons.push('deadline_passed: the deadline of the call lies in the past');
  if (!call.signed) return reasons;
  const { signature } = call.signed;
  if (!isLowS(signature))
    return [...reasons, 'signature_high_s: only the signature with the smaller s is taken'];
  const digest = callDigest(record.domain, { ...call, ...call.signed, permission: record.digest });
  if (!isSignedBy(record, digest, signature))
    reasons.push('signature_wrong: the session key of this permission did not sign this call');
  return reasons;
}

function isSignedBy(record: PermissionRecord, digest: Uint8Array, signature: Uint8Array): boolean {
  const coordinate = (value: Hex) => Buffer.from(value.slice(2), 'hex').toString('base64url');
  const key = {
    kty: 'EC',
    crv: 'P-256',
    x: coordinate(record.permission.keyX),
    y: coordinate(record.permission.keyY),
  };
  return verify('sha256', digest, { key, format: 'jwk', dsaEncoding: 'ieee-p1363' }, signature);
}
