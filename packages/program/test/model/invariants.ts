// What must hold after every transaction, whoever sent it and whatever became of it.
import { expect } from 'vitest';
import { SECP256R1_PROGRAM, ED25519_PROGRAM, protocolFeeLamports } from '@pid/protocol';
import type { Address, ProgramInstruction } from '@pid/protocol';
import { liveProgram } from '../support/sessions.ts';
import { balance } from '../support/world.ts';
import type { Result, World } from '../support/world.ts';
import { ACCOUNT_RENT, TOKEN_RENT, look } from './state.ts';
import type { Model, Seen } from './state.ts';

/** What the passkey in power has signed for in this transaction, at most. */
export interface Consent {
  readonly wallet: number;
  readonly lamports: bigint;
  readonly tokens: bigint;
  readonly spendsNonce: boolean;
  /** Not the passkey but its guardians, after the delay: another authority without a nonce. */
  readonly recovers?: boolean;
}

const SIGNATURE_FEE = 5_000n;
const FEE_CAP = 2_000_000n;

/** The most that fees of the highest policy and measured rent can add to an amount. */
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

/** Answers what the chain looks like now. */
export function judge(
  world: World,
  model: Model,
  before: Before,
  result: Result,
  consents: readonly Consent[],
): Seen[] {
  const after = look(world, model);
  // Lamports are neither made nor lost but for the fee, which a transaction that was refused early does not pay.
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
    // A vault falls only by what its passkey signed, fees within their cap, and rent that was measured.
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
  // Accounts never close, and a nonce rises by one with each consent and never otherwise.
  expect(is.account).not.toBeNull();
  const [old, next] = [was.account, is.account!];
  expect(next.nonce - old.nonce).toBe(signed ? 1n : 0n);
  expect([0, signed || recovered ? 1 : 0]).toContain(next.epoch - old.epoch);
  // Another authority is another epoch: sessions of the former one are dead.
  expect(Buffer.from(next.authority).equals(Buffer.from(old.authority))).toBe(next.epoch === old.epoch);
  expect(next.accountId).toEqual(old.accountId);
}

/** A session that was let through has outlived neither its expiry, its epoch, its revocation nor its game's deployment. */
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
