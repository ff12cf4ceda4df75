// The state of the model: two wallets, the config, the game and the clock, as the program's README describes
// them.
import type { KeyPairSigner } from '@solana/kit';
import {
  decodeAccount,
  decodeClaim,
  decodeConfig,
  decodeRecovery,
  decodeSession,
  findTokenAccountAddress,
  rentExemptLamports,
  setRegistrarInstruction,
  setRelayerInstruction,
} from '@pid/protocol';
import type {
  Address,
  ClaimAccount,
  FeePolicy,
  RecoveryAccount,
  SessionAccount,
  SmartAccount,
} from '@pid/protocol';
import { claimAddress } from '../support/claims.ts';
import { createPasskey } from '../support/passkey.ts';
import type { Passkey } from '../support/passkey.ts';
import { recoveryAddress, setPolicy } from '../support/recovery.ts';
import { liveProgram, newSession, openBoard } from '../support/sessions.ts';
import type { Session } from '../support/sessions.ts';
import { createMint, giveTokens, tokenBalance } from '../support/tokens.ts';
import { activate, createUser, freshAddress } from '../support/wallet.ts';
import type { User } from '../support/wallet.ts';
import { SOL, balance, fund, now, send, signerFor } from '../support/world.ts';
import type { World } from '../support/world.ts';

export const RENT = rentExemptLamports(0n);
export const ACCOUNT_RENT = rentExemptLamports(81n);
export const TOKEN_RENT = rentExemptLamports(165n);

export interface SessionModel {
  readonly session: Session;
  open: {
    expiresAt: bigint;
    epoch: number;
    revoked: boolean;
    slot: bigint;
    authority: Address | null;
  } | null;
}

export interface RecoveryModel {
  nonce: bigint;
  count: number;
  threshold: number;
  delay: number;
  votes: ({ authority: number; votedAt: bigint; epoch: number } | null)[];
  barredUntil: bigint[];
  lastExpiry: bigint[];
}

export interface WalletModel {
  readonly user: User;
  /** The first is the initial authority. A thief may hold any of them. */
  readonly keys: readonly Passkey[];
  vault: bigint;
  tokens: bigint;
  active: { nonce: bigint; epoch: number; authority: number } | null;
  claim: { issuedAt: bigint; readyAt: bigint; authority: number; registrar: Address } | null;
  readonly sessions: readonly SessionModel[];
  /** Passkeys that a policy may name. A policy with `count` guardians names the first `count`. */
  readonly guardians: readonly Passkey[];
  recovery: RecoveryModel | null;
}

export interface Model {
  readonly wallets: readonly WalletModel[];
  readonly mint: Address;
  /** Receivers that are no wallet of the model. */
  readonly strangers: readonly Address[];
  readonly nextRegistrar: KeyPairSigner;
  /** Owners whose token account of the mint exists. */
  readonly tokenOwners: Set<Address>;
  /** Transactions that succeeded, to be replayed. */
  readonly landed: { send(): Promise<boolean>; readonly name: string }[];
  /** How often each kind of step succeeded; changed transactions are counted as `bent`. */
  readonly succeeded: Map<string, number>;
  now: bigint;
  policies: FeePolicy[];
  relayer: Address;
  registrar: Address;
  game: { slot: bigint; authority: Address | null };
}

/** Starts with one activated wallet and one that was never activated. */
export async function beginModel(world: World): Promise<Model> {
  const mint = createMint(world);
  await giveDutiesBack(world);
  for (const signer of [world.relayer, world.sponsor, world.admin, world.deployer])
    if (balance(world, signer.address) < 50n * SOL) fund(world.svm, signer.address, 100n * SOL);
  const wallets: WalletModel[] = [];
  for (const tokens of [1_000n, 50n]) {
    const user = createUser(world);
    fund(world.svm, user.wallet.vault, 5n * SOL);
    giveTokens(world, user, mint, tokens);
    const sessions = [await newSession(world, user), await newSession(world, user)];
    await openBoard(world, sessions[0]!);
    wallets.push({
      user,
      keys: [user.passkey, createPasskey(), createPasskey()],
      vault: 5n * SOL,
      tokens,
      active: null,
      claim: null,
      sessions: sessions.map((session) => ({ session, open: null })),
      guardians: [createPasskey(), createPasskey(), createPasskey()],
      recovery: null,
    });
  }
  const live = liveProgram(world, world.game);
  const config = readConfig(world);
  const [first] = wallets;
  const { error } = await activate(world, first!.user, { policy: config.policies.length, networkFee: 0n });
  if (error) throw new Error(`activation: ${error}`);
  first!.vault = balance(world, first!.user.wallet.vault);
  first!.active = { nonce: 1n, epoch: 0, authority: 0 };
  await beginRecovery(world, first!);
  return {
    wallets,
    mint,
    strangers: [freshAddress(), freshAddress()],
    nextRegistrar: await signerFor('next registrar'),
    tokenOwners: new Set(wallets.map(({ user }) => user.wallet.vault)),
    landed: [],
    succeeded: new Map(),
    now: now(world),
    policies: [...config.policies],
    relayer: config.relayer,
    registrar: config.registrar,
    game: { slot: live.slot, authority: live.upgradeAuthority },
  };
}

/**
 * Starts with a threshold of one of three guardians, so that many votes and finishes succeed. Later policies
 * change it.
 */
async function beginRecovery(world: World, wallet: WalletModel): Promise<void> {
  const guardians = wallet.guardians.map(({ point }) => ({ kind: 'passkey' as const, key: point }));
  const terms = { threshold: 1, delaySeconds: 86_400 };
  const { error } = await setPolicy(world, wallet.user, { guardians, ...terms }, { payer: world.sponsor });
  if (error) throw new Error(`policy: ${error}`);
  const none = <T>(value: T): T[] => Array.from({ length: 3 }, () => value);
  wallet.recovery = {
    nonce: 1n,
    count: 3,
    threshold: 1,
    delay: 86_400,
    votes: none(null),
    barredUntil: none(0n),
    lastExpiry: none(0n),
  };
}

/** The previous sequence may have replaced relayer and registrar. */
async function giveDutiesBack(world: World): Promise<void> {
  const admin = world.admin.address;
  const duties = [
    setRelayerInstruction(world.program, { admin, relayer: world.relayer.address }),
    setRegistrarInstruction(world.program, { admin, registrar: world.registrar.address }),
  ];
  const { error } = await send(world, duties, [world.admin]);
  if (error) throw new Error(`duties: ${error}`);
}

function readConfig(world: World) {
  const account = world.svm.getAccount(world.config);
  const config = account.exists ? decodeConfig(account.data) : null;
  if (!config) throw new Error('config is gone');
  return config;
}

/** The state of a wallet on the chain. */
export interface Seen {
  readonly vault: bigint;
  readonly tokens: bigint;
  readonly account: SmartAccount | null;
  readonly claim: ClaimAccount | null;
  readonly recovery: RecoveryAccount | null;
  readonly sessions: readonly (SessionAccount | null)[];
}

export function look(world: World, model: Model): Seen[] {
  const read = <T>(address: Address, decode: (data: Uint8Array) => T | null): T | null => {
    const account = world.svm.getAccount(address);
    return account.exists && account.programAddress === world.program ? decode(account.data) : null;
  };
  return model.wallets.map(({ user, sessions }) => ({
    vault: balance(world, user.wallet.vault),
    tokens: tokenBalance(world, findTokenAccountAddress(user.wallet.vault, model.mint).address),
    account: read(user.wallet.account, decodeAccount),
    claim: read(claimAddress(world, user), decodeClaim),
    recovery: read(recoveryAddress(world, user), decodeRecovery),
    sessions: sessions.map(({ session }) => read(session.address, decodeSession)),
  }));
}

/**
 * Copies the chain's state into the model after a hostile transaction. The invariants have already been
 * checked.
 */
export function takeOver(world: World, model: Model, seen: readonly Seen[]): void {
  for (const [index, wallet] of model.wallets.entries()) {
    const { vault, tokens, account, claim, recovery, sessions } = seen[index]!;
    const keyOf = (point: Uint8Array) =>
      wallet.keys.findIndex((key) => Buffer.from(key.point).equals(Buffer.from(point)));
    wallet.vault = vault;
    wallet.tokens = tokens;
    wallet.active = account && {
      nonce: account.nonce,
      epoch: account.epoch,
      authority: keyOf(account.authority),
    };
    wallet.claim = claim && {
      issuedAt: claim.issuedAt,
      readyAt: claim.readyAt,
      authority: keyOf(claim.authority),
      registrar: claim.registrar,
    };
    wallet.recovery = recovery && {
      nonce: recovery.nonce,
      count: recovery.guardians.length,
      threshold: recovery.threshold,
      delay: recovery.delaySeconds,
      votes: recovery.votes.map((vote) => vote && { ...vote, authority: keyOf(vote.authority) }),
      barredUntil: [...recovery.barredUntil],
      lastExpiry: [...recovery.lastExpiry],
    };
    for (const [place, session] of sessions.entries())
      wallet.sessions[place]!.open = session && {
        expiresAt: session.expiresAt,
        epoch: session.epoch,
        revoked: session.revoked,
        slot: session.recordedSlot,
        authority: session.recordedAuthority,
      };
  }
  const config = readConfig(world);
  model.policies = [...config.policies];
  model.relayer = config.relayer;
  model.registrar = config.registrar;
  for (const owner of [...model.strangers, ...ownAddresses(world)])
    if (tokenBalanceExists(world, owner, model.mint)) model.tokenOwners.add(owner);
}

export function ownAddresses(world: World): Address[] {
  return [world.relayer.address, world.sponsor.address, world.treasury.address];
}

function tokenBalanceExists(world: World, owner: Address, mint: Address): boolean {
  return world.svm.getAccount(findTokenAccountAddress(owner, mint).address).exists;
}
