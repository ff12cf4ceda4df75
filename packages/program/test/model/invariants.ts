// Invariants that hold after every transaction, for every sender and every outcome.
import { expect } from 'vitest';
import { SECP256R1_PROGRAM, ED25519_PROGRAM, protocolFeeLamports } from '@pid/protocol';
import type { Address, ProgramInstruction } from '@pid/protocol';
import { liveProgram } from '../support/sessions.ts';
import { balance } from '../support/world.ts';
import type { Result, World } from '../support/world.ts';
import { ACCOUNT_RENT, TOKEN_RENT, look } from './state.ts';
import type { Model, Seen } from './state.ts';

/** The most that the current passkey has signed for in this transaction. */
export interface Consent {
  readonly wallet: number;
  readonly lamports: bigint;
  readonly tokens: bigint;
  readonly spendsNonce: boolean;
  /** The guardians changed the authority after the delay: no signature of the passkey and no nonce. */
  readonly recovers?: boolean;
}

const SIGNATURE_FEE = 5_000n;
const FEE_CAP = 2_000_000n;

/**
 * Upper bound of the fees and the measured rent that are added to an amount, under the highest fee policy.
 */
export const WORST_FEES = FEE_CAP + protocolFeeLamports(FEE_CAP, 5_000) + TOKEN_RENT;

export interface Before {
  readonly seen: readonly Seen[];
  readonly lamports: ReadonlyMap<Address, bigint>;
  readonly fee: bigint;
}

export function takeStock(
  world: World,
  model: Model,
  instructions: readonly ProgramInstruction[],
  signers: readonly Address[],
): Before {
  const addresses = new Set([
    ...signers,
    ...instructions.flatMap(({ accounts }) => accounts.map((meta) => meta.address)),
  ]);
  const proofs = instructions.filter(({ programAddress }) =>
    [SECP256R1_PROGRAM, ED25519_PROGRAM].includes(programAddress),
  );
  return {
    seen: look(world, model),
    lamports: new Map([...addresses].map((address) => [address, balance(world, address)])),
    fee: SIGNATURE_FEE * BigInt(new Set(signers).size + proofs.length),
  };
}

/** Checks the invariants and returns the state of the wallets on the chain. */
export function judge(
  world: World,
  model: Model,
  before: Before,
  result: Result,
  consents: readonly Consent[],
): Seen[] {
  const after = look(world, model);
  // The sum of lamports changes only by the fee, which a transaction that is refused early does not pay.
  const sum = (read: (address: Address, was: bigint) => bigint): bigint =>
    [...before.lamports].reduce((total, [address, was]) => total + read(address, was), 0n);
  const spent = sum((_, was) => was) - sum((address) => balance(world, address));
  if (result.ok) expect(spent).toBe(before.fee);
  else expect([0n, before.fee]).toContain(spent);
  for (const [index, was] of before.seen.entries()) {
    const is = after[index]!;
    if (!result.ok) {
      expect(is).toEqual(was);
      continue;
    }
    const mine = consents.filter(({ wallet }) => wallet === index);
    const allowed = (of: (consent: Consent) => bigint): bigint =>
      mine.reduce((total, consent) => total + of(consent), 0n);
    // A vault decreases only by the signed amount, fees within their cap, and measured rent.
    expect(was.vault - is.vault).toBeLessThanOrEqual(allowed(({ lamports }) => lamports));
    expect(was.tokens - is.tokens).toBeLessThanOrEqual(allowed(({ tokens }) => tokens));
    judgeAccount(
      was,
      is,
      mine.some(({ spendsNonce }) => spendsNonce),
      mine.some(({ recovers }) => recovers === true),
    );
  }
  return after;
}

function judgeAccount(was: Seen, is: Seen, signed: boolean, recovered: boolean): void {
  if (was.account === null) {
    if (is.account) expect(is.account).toMatchObject({ nonce: 1n, epoch: 0 });
    return;
  }
  // Accounts never close. A nonce rises by one with each consent and never without one.
  expect(is.account).not.toBeNull();
  const [old, next] = [was.account, is.account!];
  expect(next.nonce - old.nonce).toBe(signed ? 1n : 0n);
  expect([0, signed || recovered ? 1 : 0]).toContain(next.epoch - old.epoch);
  // A new authority always means a new epoch, so sessions of the previous authority end.
  expect(Buffer.from(next.authority).equals(Buffer.from(old.authority))).toBe(next.epoch === old.epoch);
  expect(next.accountId).toEqual(old.accountId);
}

/**
 * Checks that a session that reached its game was neither expired nor revoked, and matched the account's
 * epoch and the game's deployment.
 */
export function judgePlay(world: World, model: Model, before: Before, wallet: number, place: number): void {
  const { account, sessions } = before.seen[wallet]!;
  const session = sessions[place];
  const live = liveProgram(world, world.game);
  expect(session).not.toBeNull();
  expect(account).not.toBeNull();
  expect(session!.expiresAt > model.now).toBe(true);
  expect(session!.epoch).toBe(account!.epoch);
  expect(session!.revoked).toBe(false);
  expect([session!.recordedSlot, session!.recordedAuthority]).toEqual([live.slot, live.upgradeAuthority]);
}

export const ACTIVATION_COST = ACCOUNT_RENT + WORST_FEES;
