// Predicts the contract's result independently: calls by the service's `judgeCall`, assertions by the rules
// of WebAuthn.
import { verify } from 'node:crypto';
import { isLowS } from '@pid/protocol';
import {
  COUNTED_FUNCTIONS,
  countedAmount,
  hexOf,
  selectorOf,
  toEvmAddress,
  type Hex,
} from '@pid/protocol/evm';
import { judgeCall } from '../../../judge-call.ts';
import type { PermissionRecord } from '../../../permissions.store.ts';
import { usageAt } from '../../../remaining-limits.ts';
import { sha256 } from '../../../testing/soft-keys.ts';
import { bytesOf, isApproved, rpIdHash } from './state.ts';
import type { Model, ModelAccount, ModelPermission, Owner, Spent, Stage } from './state.ts';

export interface Proof {
  readonly authenticatorData: Hex;
  readonly clientDataTail: Hex;
  readonly r: Hex;
  readonly s: Hex;
}

export interface SignedCall {
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
  readonly nonce: bigint;
  readonly deadline: number;
}

export function originRefusal(origin: string): string | null {
  return /^[!#-[\]-~]{1,128}$/u.test(origin) ? null : 'BadOrigin';
}

function isSigned({ key }: Owner, message: Uint8Array, signature: Uint8Array): boolean {
  const [x, y] = [key.keyX, key.keyY].map((part) => bytesOf(part).toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! };
  return verify('sha256', message, { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' }, signature);
}

function assertionRefusal(owner: Owner, digest: Uint8Array, proof: Proof): string | null {
  const data = bytesOf(proof.authenticatorData);
  if (data.length < 37 || !data.subarray(0, 32).equals(rpIdHash)) return 'WrongRelyingParty';
  const [isPresent, isVerified] = [(data[32]! & 1) !== 0, (data[32]! & 4) !== 0];
  if (!isPresent || !isVerified) return 'UserNotVerified';
  const tail = bytesOf(proof.clientDataTail).toString('latin1');
  const rest = tail.startsWith(`${owner.origin}"`) ? tail.slice(owner.origin.length + 1) : '';
  if (!/^[,}]/u.test(rest)) return 'WrongOrigin';
  if (rest.includes('"crossOrigin":true')) return 'CrossOrigin';
  const signature = Buffer.concat([bytesOf(proof.r), bytesOf(proof.s)]);
  if (!isLowS(signature)) return 'HighS';
  const challenge = Buffer.from(digest).toString('base64url');
  const words = `{"type":"webauthn.get","challenge":"${challenge}","origin":"${tail}`;
  const message = Buffer.concat([data, sha256(Buffer.from(words, 'latin1'))]);
  return isSigned(owner, message, signature) ? null : 'BadOwnerSignature';
}

export function approvalRefusal(
  stage: Stage,
  account: ModelAccount,
  { permission, digest, isRevoked }: ModelPermission,
  proof: Proof,
): string | null {
  if (permission.verifier !== toEvmAddress(stage.verifier.address)) return 'WrongVerifier';
  if (isRevoked) return 'Revoked';
  return account.owner ? assertionRefusal(account.owner, digest, proof) : 'NoOwner';
}

/** The permission as a row of the service's database. */
function grantOf(account: ModelAccount, { permission, digest }: ModelPermission): PermissionRecord {
  const far = new Date(8e15);
  return {
    id: '',
    identityId: '',
    identityStatus: 'active',
    clientId: null,
    storedStatus: 'active',
    digest: hexOf(digest),
    domain: account.domain,
    permission,
    contractsSeen: false,
    redirectUri: null,
    state: null,
    createdAt: far,
    approveBy: far,
    approvedAt: far,
    proof: null,
    endedAt: null,
    endReason: null,
  };
}

/**
 * The service returns every reason, the contract only the first. This is the order in which the contract
 * checks.
 */
const ORDER: readonly (readonly [RegExp, string])[] = [
  [/^not_started:/u, 'NotStarted'],
  [/^not_active:/u, 'Expired'],
  [/^deadline_passed:/u, 'DeadlinePassed'],
  [/^nonce_used:/u, 'NonceUsed'],
  [/^signature_high_s:/u, 'HighS'],
  [/^signature_wrong:/u, 'BadCallSignature'],
  [/^target_refused:/u, 'TargetRefused'],
  [/^call_not_listed:/u, 'CallNotListed'],
  [/^no_limit: native/u, 'NoLimit'],
  [/^limit_exceeded: .* native /u, 'LimitExceeded'],
  [/^function_refused:/u, 'FunctionRefused'],
  [/^data_too_short:/u, 'DataTooShort'],
  [/^no_limit:/u, 'NoLimit'],
  [/^limit_exceeded:/u, 'LimitExceeded'],
];

export function callRefusal(
  stage: Stage,
  model: Model,
  account: ModelAccount,
  state: ModelPermission,
  call: SignedCall,
  signature: Uint8Array,
): string | null {
  if (state.permission.verifier !== toEvmAddress(stage.verifier.address)) return 'WrongVerifier';
  if (state.isRevoked) return 'Revoked';
  if (!isApproved(account, state)) return 'NotApproved';
  const { nonce, deadline } = call;
  const judged = {
    to: toEvmAddress(call.to),
    value: call.value,
    data: bytesOf(call.data),
    stated: null,
    signed: { nonce, deadline, signature },
    deadline,
  };
  const reasons = judgeCall(grantOf(account, state), state.usages, judged, model.now * 1000);
  // Only the chain knows the used nonces.
  if (state.nonces.has(nonce)) reasons.push('nonce_used: on chain');
  if (reasons.length === 0) return null;
  const first = ORDER.find(([pattern]) => reasons.some((reason) => pattern.test(reason)));
  if (!first)
    throw new Error(`the twin gave a reason that the contract does not know: ${reasons.join('; ')}`);
  return first[1];
}

/** The amounts that a successful call spent. */
function spentBy(call: SignedCall, now: number): readonly Spent[] {
  const data = bytesOf(call.data);
  const counted = data.length >= 4 ? COUNTED_FUNCTIONS.get(selectorOf(data)) : undefined;
  const amount = counted && countedAmount(data, counted.amountArgument);
  return [
    ...(call.value > 0n ? [{ token: null, amount: call.value, at: now }] : []),
    ...(amount === undefined || amount === null ? [] : [{ token: toEvmAddress(call.to), amount, at: now }]),
  ];
}

export function recordCall(model: Model, state: ModelPermission, call: SignedCall): void {
  state.nonces.add(call.nonce);
  for (const spent of spentBy(call, model.now)) {
    state.statement.push(spent);
    for (const [index, entry] of state.permission.spend.entries()) {
      if (entry.token !== spent.token) continue;
      const usage = usageAt(entry, state.usages.get(index), model.now);
      state.usages.set(index, { ...usage, spent: usage.spent + spent.amount });
    }
  }
}
