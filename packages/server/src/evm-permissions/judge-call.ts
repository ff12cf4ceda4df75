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
  /** The amount that the caller declares, for spending that neither value nor data shows. */
  readonly stated: { readonly token: EvmAddress | null; readonly amount: bigint } | null;
  readonly signed: {
    readonly nonce: bigint;
    readonly deadline: number;
    readonly signature: Uint8Array;
  } | null;
  /** Checked if present, even without a signature. */
  readonly deadline: number | null;
}

interface Spending {
  readonly token: EvmAddress | null;
  readonly amount: bigint;
}

type Usages = ReadonlyMap<number, Usage> | undefined;

/**
 * Returns every reason against the call as `code: sentence`, or an empty list if it is allowed. The contract
 * decides by the same rules.
 */
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

/** Reasons against the permission itself at this time: not active, not started, or the owner is suspended. */
export function standingReasons(record: PermissionRecord, nowMillis: number): SpendRefusal[] {
  const reasons: SpendRefusal[] = [];
  const status = statusAt(record, nowMillis);
  if (status !== 'active') reasons.push({ reason: 'not_active', status });
  if (record.identityStatus === 'suspended') reasons.push({ reason: 'owner_suspended' });
  if (nowMillis < record.permission.start * 1000) reasons.push({ reason: 'not_started' });
  return reasons;
}

/** Every limit of the token must hold. A token without a limit cannot be spent. */
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
      `target_refused: a session key must not call the ${call.to === account ? 'account itself' : 'verifier'}`,
    ];
  const selector = scopeSelector(call.data);
  if (selector === null || !calls.some((scope) => scope.to === call.to && scope.selector === selector))
    return [`call_not_listed: this function of ${call.to} is not one of the allowed calls`];
  if (REFUSED_FUNCTIONS.has(selector))
    return [`function_refused: ${REFUSED_FUNCTIONS.get(selector)} gives a right that no limit can count`];
  const counted = COUNTED_FUNCTIONS.get(selector);
  if (counted && countedAmount(call.data, counted.amountArgument) === null)
    return [`data_too_short: the data of ${counted.signature} ends before its amount`];
  return [];
}

/** The selector that scopes use for this call; null for data that no scope can match. */
function scopeSelector(data: Uint8Array): Hex | null {
  if (data.length === 0) return EMPTY_DATA_SELECTOR;
  const selector = selectorOf(data);
  return data.length < 4 || selector === EMPTY_DATA_SELECTOR ? null : selector;
}

/**
 * The amounts that the call spends, by token. If the caller states an amount for a token whose amount the
 * call also shows, the larger one counts.
 */
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
    reasons.push('deadline_passed: the deadline of the call is in the past');
  if (!call.signed) return reasons;
  const { signature } = call.signed;
  if (!isLowS(signature))
    return [...reasons, 'signature_high_s: only the signature with the smaller s is accepted'];
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
