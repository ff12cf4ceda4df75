import {
  callDigest,
  hexOf,
  periodEnd,
  periodStart,
  permissionDigest,
  toEvmAddress,
  type Hex,
} from '@pid/protocol/evm';
import { expect } from 'vitest';
import { assertFor, splitSignature, toHighS, type AssertionChanges } from '../../../testing/soft-keys.ts';
import { ownership, onChain, verifyingErrors } from '../test-world.ts';
import { checkAccount, checkApproval, checkLimits } from './invariants.ts';
import { bytesOf, FUNDS } from './state.ts';
import type { Model, ModelAccount, ModelPermission, Stage } from './state.ts';
import { ORIGINS, SCOPES } from './steps.ts';
import type { OwnerFlaw, Scope, Step, StepOf } from './steps.ts';
import { approvalRefusal, callRefusal, originRefusal, recordCall } from './twin.ts';
import type { Proof } from './twin.ts';

function flip(hex: Hex, at: number): Hex {
  const bytes = bytesOf(hex);
  const place = at % bytes.length;
  bytes[place] = bytes[place]! ^ (1 << (at % 8));
  return hexOf(bytes);
}

function count(model: Model, kind: string): void {
  model.succeeded.set(kind, (model.succeeded.get(kind) ?? 0) + 1);
}

async function setOwner(stage: Stage, model: Model, step: StepOf<'setOwner'>): Promise<void> {
  const account = model.accounts[step.account]!;
  const [key, origin] = [stage.owners[step.key]!, ORIGINS[step.origin]!];
  const expected = account.former.has(key) ? 'FormerOwner' : originRefusal(origin);
  const { error } = await stage.chain.call(
    account.contract,
    'setOwner',
    ownership(key, origin),
    verifyingErrors,
  );
  expect(error).toBe(expected);
  if (expected !== null) return;
  account.owner = { key, origin };
  account.epoch += 1;
  account.former.add(key);
  count(model, 'setOwner');
}

function assertionChanges(flaw: OwnerFlaw | null, origin: string): AssertionChanges {
  const words: Partial<Record<OwnerFlaw, AssertionChanges>> = {
    otherOrigin: { tail: 'https://evil.example","crossOrigin":false}' },
    longerOrigin: { tail: `${origin}.evil.example","crossOrigin":false}` },
    crossOrigin: { tail: `${origin}","crossOrigin":true}` },
    crossOriginLater: {
      tail: `${origin}","other":"x","crossOrigin":true,"topOrigin":"https://evil.example"}`,
    },
    noVerification: { flags: 0x01 },
    noPresence: { flags: 0x04 },
    otherRelyingParty: { rpId: 'evil.example' },
    creation: { type: 'webauthn.create' },
  };
  return { tail: `${origin}","crossOrigin":false}`, ...(flaw && words[flaw]) };
}

/** The digest to sign. With some flaws it is the digest of another permission than the submitted one. */
function digestToSign(
  stage: Stage,
  model: Model,
  account: ModelAccount,
  state: ModelPermission,
  flaw: string | null,
): Uint8Array {
  const { domain } = account;
  const { permission } = state;
  if (flaw === 'otherChain') return permissionDigest({ ...domain, chainId: domain.chainId + 1 }, permission);
  if (flaw === 'otherVerifier')
    return permissionDigest(domain, { ...permission, verifier: toEvmAddress(stage.other.address) });
  if (flaw === 'otherAccount') {
    const other = model.accounts.find((entry) => entry !== account)!;
    return permissionDigest(other.domain, permission);
  }
  if (flaw === 'otherPermission')
    return account.permissions.find((entry) => entry !== state)?.digest ?? state.digest;
  return state.digest;
}

function damage(proof: Proof, flaw: OwnerFlaw | null, at: number): Proof {
  if (flaw === 'flippedData') return { ...proof, authenticatorData: flip(proof.authenticatorData, at) };
  if (flaw === 'flippedTail') return { ...proof, clientDataTail: flip(proof.clientDataTail, at) };
  if (flaw === 'flippedR') return { ...proof, r: flip(proof.r, at) };
  if (flaw === 'flippedS') return { ...proof, s: flip(proof.s, at) };
  if (flaw === 'short') return { ...proof, authenticatorData: proof.authenticatorData.slice(0, -2) as Hex };
  return proof;
}

async function approve(stage: Stage, model: Model, step: StepOf<'approve'>): Promise<void> {
  const account = model.accounts[step.account]!;
  const state = account.permissions[step.permission]!;
  const key = step.key === null ? account.owner?.key : stage.owners[step.key];
  const origin = account.owner?.origin ?? ORIGINS[0]!;
  const digest = digestToSign(stage, model, account, state, step.flaw);
  const made = assertFor(key ?? stage.owners[0]!, digest, assertionChanges(step.flaw, origin));
  const { signature, ...good } = made;
  const high = step.flaw === 'highS' ? splitSignature(toHighS(signature)) : {};
  const proof = damage({ ...good, ...high }, step.flaw, step.at);
  const expected = approvalRefusal(stage, account, state, proof);
  const { error } = await stage.chain.call(stage.verifier, 'approve', [
    account.contract.address,
    onChain(state.permission),
    proof,
  ]);
  expect(error).toBe(expected);
  if (expected !== null) return;
  state.approvedIn = account.epoch;
  count(model, 'approve');
}

function callData({ selector, before }: Scope, { amount, data }: StepOf<'call'>): Hex {
  if (typeof data === 'string') return data;
  if (selector === '0xe0e0e0e0') return '0x';
  const words = before === null ? '' : '11'.repeat(32 * before) + amount.toString(16).padStart(64, '0');
  const whole = selector + words;
  return whole.slice(0, Math.max(10, whole.length - 2 * data)) as Hex;
}

async function call(stage: Stage, model: Model, step: StepOf<'call'>): Promise<void> {
  const account = model.accounts[step.account]!;
  const state = account.permissions[step.permission]!;
  const scopes = step.isListed ? state.scopes : SCOPES;
  const scope = scopes[step.scope % scopes.length]!;
  const { to } = scope;
  const places = { account: account.domain.account, verifier: toEvmAddress(stage.verifier.address) };
  const made = {
    to: to === 'account' || to === 'verifier' ? places[to] : to,
    value: step.value,
    data: callData(scope, step),
    nonce: step.nonce,
    deadline: model.now + step.deadlineIn,
  };
  const signed = {
    ...made,
    data: bytesOf(made.data),
    value: step.flaw === 'otherAmount' ? 2n ** 256n - 1n - made.value : made.value,
    nonce: step.flaw === 'otherNonce' ? made.nonce + 1n : made.nonce,
    permission: hexOf(digestToSign(stage, model, account, state, step.flaw)),
  };
  const keys = stage.sessions.toSorted((left) => (left.keyX === state.permission.keyX ? -1 : 1));
  const key = keys[step.flaw === 'otherKey' ? 1 : 0]!;
  const whole = key.sign(callDigest(account.domain, signed));
  const { r, s } = splitSignature(step.flaw === 'highS' ? toHighS(whole) : whole);
  const parts = {
    r: step.flaw === 'flippedR' ? flip(r, step.at) : r,
    s: step.flaw === 'flippedS' ? flip(s, step.at) : s,
  };
  const signature = Buffer.concat([bytesOf(parts.r), bytesOf(parts.s)]);
  const expected = callRefusal(stage, model, account, state, made, signature);
  const { error } = await stage.chain.call(
    account.contract,
    'execute',
    [onChain(state.permission), made, parts.r, parts.s],
    verifyingErrors,
  );
  // A permitted call that the account cannot pay fails in the account contract and is not counted.
  const isUnpaid = expected === null && made.value > FUNDS;
  expect(error).toBe(isUnpaid ? 'Error' : expected);
  if (expected !== null || isUnpaid) return;
  recordCall(model, state, made);
  count(model, made.value > 0n || scope.before !== null ? 'spend' : 'call');
}

async function revoke(stage: Stage, model: Model, step: StepOf<'revoke'>): Promise<void> {
  const account = model.accounts[step.account]!;
  const state = account.permissions[step.permission]!;
  expect((await stage.chain.call(account.contract, 'revoke', [hexOf(state.digest)])).error).toBeNull();
  state.isRevoked = true;
  count(model, 'revoke');
}

/** A chain's clock never goes back, so a jump to a past time has no effect. */
function jump(stage: Stage, model: Model, { to }: StepOf<'jump'>): void {
  const target =
    typeof to === 'number'
      ? model.now + to
      : 'period' in to
        ? periodEnd(to.period, periodStart(to.period, model.now)) + to.after
        : model.accounts[0]!.permissions[to.permission]!.permission[to.edge] + to.after;
  model.now = Math.max(model.now, target);
  stage.chain.setTime(model.now);
  count(model, 'jump');
}

/** Runs one step on the bytecode and on the twin, compares the errors exactly, and checks the invariants. */
export async function runStep(stage: Stage, model: Model, step: Step): Promise<void> {
  if (step.kind === 'setOwner') await setOwner(stage, model, step);
  else if (step.kind === 'approve') await approve(stage, model, step);
  else if (step.kind === 'call') await call(stage, model, step);
  else if (step.kind === 'revoke') await revoke(stage, model, step);
  else jump(stage, model, step);
  if (step.kind === 'jump') return;
  const account = model.accounts[step.account]!;
  if (step.kind === 'setOwner') return checkAccount(stage, model, account);
  const state = account.permissions[step.permission]!;
  await (step.kind === 'call' ? checkLimits : checkApproval)(stage, model, account, state);
}
