// Sends a step's transaction, changed as a hostile caller would change it, and checks the invariants.
import type { KeyPairSigner } from '@solana/kit';
import { expect } from 'vitest';
import { ROLE, findTokenAccountAddress } from '@pid/protocol';
import type { AccountMeta, Address, ProgramInstruction, Role } from '@pid/protocol';
import { claimAddress } from '../support/claims.ts';
import { recoveryAddress } from '../support/recovery.ts';
import { send } from '../support/world.ts';
import type { Result, World } from '../support/world.ts';
import { judge, takeStock } from './invariants.ts';
import type { Before, Consent } from './invariants.ts';
import { takeOver } from './state.ts';
import type { Model } from './state.ts';
import type { Twist } from './steps.ts';

export interface Delivery {
  readonly name: string;
  readonly instructions: readonly ProgramInstruction[];
  readonly signers: readonly KeyPairSigner[];
  readonly consents: readonly Consent[];
  /** Whether it must succeed; null if another program decides. */
  readonly expected: boolean | null;
  readonly twist: Twist;
  /** A stranger signs in place of relayer, registrar and admin. */
  readonly stranger: boolean;
  /** Applies the step to the model. */
  apply(): void;
  /** After it has succeeded, the same transaction must never succeed again. */
  readonly once: boolean;
}

export async function deliver(
  world: World,
  model: Model,
  delivery: Delivery,
): Promise<{ result: Result; before: Before }> {
  const duty = new Map([world.relayer, world.registrar, world.admin].map(({ address }) => [address, true]));
  const thief = world.deployer;
  const replaced = delivery.stranger
    ? delivery.instructions.map((instruction) => ({
        ...instruction,
        accounts: instruction.accounts.map((meta) =>
          duty.has(meta.address) && meta.role >= ROLE.readonlySigner
            ? { ...meta, address: thief.address }
            : meta,
        ),
      }))
    : [...delivery.instructions];
  const signers = delivery.stranger
    ? [thief, ...delivery.signers.filter(({ address }) => !duty.has(address))]
    : [...delivery.signers];
  const instructions = twisted(replaced, delivery.twist, poolOf(world, model));
  const needed = signersOf(instructions, signers);
  const before = takeStock(
    world,
    model,
    instructions,
    needed.map(({ address }) => address),
  );
  const result = await send(world, instructions, needed);
  const after = judge(world, model, before, result, delivery.consents);
  const isBent = delivery.twist.kind !== 'none';
  const kind = isBent ? 'bent' : delivery.name;
  if (result.ok) model.succeeded.set(kind, (model.succeeded.get(kind) ?? 0) + 1);
  if (isBent) {
    takeOver(world, model, after);
    return { result, before };
  }
  if (delivery.expected !== null)
    expect({ step: delivery.name, ok: result.ok, error: delivery.expected ? result.error : null }).toEqual({
      step: delivery.name,
      ok: delivery.expected,
      error: null,
    });
  if (!result.ok) return { result, before };
  delivery.apply();
  if (delivery.once)
    model.landed.push({
      name: delivery.name,
      send: async () => (await send(world, instructions, needed)).ok,
    });
  return { result, before };
}

/** Returns the signers that the message needs. An extra signer is a mistake of the sender, not an attack. */
function signersOf(
  instructions: readonly ProgramInstruction[],
  signers: readonly KeyPairSigner[],
): KeyPairSigner[] {
  const asked = new Set(
    instructions.flatMap(({ accounts }) =>
      accounts.filter(({ role }) => role >= ROLE.readonlySigner).map(({ address }) => address),
    ),
  );
  return signers.filter(({ address }, index) => index === 0 || asked.has(address));
}

function twisted(
  instructions: readonly ProgramInstruction[],
  twist: Twist,
  pool: readonly Address[],
): ProgramInstruction[] {
  const last = instructions.at(-1)!;
  const { length } = last.accounts;
  const withAccounts = (change: (meta: AccountMeta, index: number) => AccountMeta): ProgramInstruction[] => [
    ...instructions.slice(0, -1),
    { ...last, accounts: last.accounts.map(change) },
  ];
  const unsigned = (role: Role): Role => (role >= ROLE.readonlySigner ? ((role - 2) as Role) : role);
  switch (twist.kind) {
    case 'swap':
      return withAccounts((meta, index) => {
        if (index !== twist.place % length) return meta;
        if (meta.role >= ROLE.readonlySigner) return { ...meta, role: unsigned(meta.role) };
        return { ...meta, address: pool[twist.other % pool.length]! };
      });
    case 'alias':
      return withAccounts((meta, index) =>
        index === twist.to % length
          ? { address: last.accounts[twist.from % length]!.address, role: unsigned(meta.role) }
          : meta,
      );
    case 'readonly':
      return withAccounts((meta, index) =>
        index === twist.place % length ? { ...meta, role: (meta.role & 2) as Role } : meta,
      );
    case 'byte': {
      const data = Uint8Array.from(last.data);
      const at = twist.offset % data.length;
      data[at] = (data[at] ?? 0) ^ twist.mask;
      return [...instructions.slice(0, -1), { ...last, data }];
    }
    case 'cut':
      return [
        ...instructions.slice(0, -1),
        { ...last, data: last.data.slice(0, Math.max(1, last.data.length - twist.bytes)) },
      ];
    case 'twice':
      return [...instructions, ...instructions];
    case 'bare':
      return [last];
    default:
      return [...instructions];
  }
}

function poolOf(world: World, model: Model): Address[] {
  return [
    ...model.wallets.flatMap(({ user, sessions }) => [
      user.wallet.account,
      user.wallet.vault,
      claimAddress(world, user),
      recoveryAddress(world, user),
      findTokenAccountAddress(user.wallet.vault, model.mint).address,
      ...sessions.map(({ session }) => session.address),
    ]),
    world.config,
    world.game,
    world.relayer.address,
    world.registrar.address,
    world.treasury.address,
    world.sponsor.address,
    model.mint,
    ...model.strangers,
  ];
}
