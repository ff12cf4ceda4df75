import { lamports } from '@solana/kit';
import type { KeyPairSigner } from '@solana/kit';
import {
  accountIdFromPid,
  activateInstruction,
  addressFromBytes,
  challengeFor,
  clientDataPrefix,
  decodeAccount,
  deriveWallet,
  exitSolInstruction,
  exitSplInstruction,
  rotateInstruction,
  secp256r1Instruction,
  sha256,
  utf8,
  withdrawSolInstruction,
  withdrawSplInstruction,
} from '@pid/protocol';
import type {
  Address,
  Bytes,
  Bytes32,
  Intent,
  PasskeyPoint,
  PayloadScope,
  ProgramInstruction,
  SmartAccount,
  WalletAddresses,
  ROLE,
} from '@pid/protocol';
import { assertPasskey, createPasskey } from './passkey.ts';
import type { AssertionQuirks, Passkey, SignedAssertion } from './passkey.ts';
import { GENESIS, SOL, fund, now, send } from './world.ts';
import type { Result, World } from './world.ts';

export interface User {
  readonly pid: string;
  readonly passkey: Passkey;
  readonly wallet: WalletAddresses;
}

let counter = 0;

export function freshAddress(): Address {
  return addressFromBytes(sha256(utf8(`fresh ${counter++}`)));
}

export function createUser(world: World, pid = `user${counter++}@pid`): User {
  return { pid, passkey: createPasskey(), wallet: deriveWallet(world.program, accountIdFromPid(pid)) };
}

/** Creates a user with an activated account and lamports in the vault. */
export async function createActiveUser(world: World, vaultLamports = 10n * SOL): Promise<User> {
  const user = createUser(world);
  fund(world.svm, user.wallet.vault, vaultLamports + 2n * SOL);
  const result = await activate(world, user);
  if (!result.ok) throw new Error(`activation: ${result.error}`);
  setVault(world, user, vaultLamports);
  return user;
}

export function setVault(world: World, user: User, vaultLamports: bigint): void {
  const account = world.svm.getAccount(user.wallet.vault);
  if (!account.exists) throw new Error('vault has never been funded');
  world.svm.setAccount({ ...account, lamports: lamports(vaultLamports) });
}

export function readUser(world: World, user: User): SmartAccount {
  const account = world.svm.getAccount(user.wallet.account);
  const decoded = account.exists ? decodeAccount(account.data) : null;
  if (!decoded) throw new Error('account is not activated');
  return decoded;
}

/** Changes that a test makes to an otherwise valid request. */
export interface Bend {
  /** The signer. Default: the user's passkey. */
  readonly passkey?: Passkey;
  /** The key in the precompile's data. Default: the signer's. */
  readonly point?: PasskeyPoint;
  readonly quirks?: AssertionQuirks;
  /** Differences between the signed and the sent data. */
  readonly signedScope?: Partial<PayloadScope>;
  readonly signedIntent?: (intent: Intent) => Intent;
  /** Replaces the challenge, for data that the encoder refuses. */
  readonly challenge?: (scope: PayloadScope, intent: Intent) => Bytes32;
  readonly expiry?: bigint;
  readonly nonce?: bigint;
  readonly tail?: (tail: Bytes) => Bytes;
  readonly precompile?: (instruction: ProgramInstruction, assertion: SignedAssertion) => ProgramInstruction;
  readonly instruction?: (instruction: ProgramInstruction) => ProgramInstruction;
  readonly arrange?: (instructions: ProgramInstruction[]) => ProgramInstruction[];
  readonly signers?: readonly KeyPairSigner[];
}

export interface AuthorizationParts {
  readonly nonce: bigint;
  readonly expiry: bigint;
  readonly tail: Bytes;
}

/** Signs an intent and puts the precompile's instruction before the instruction that `build` returns. */
export function prepare(
  world: World,
  user: User,
  intent: Intent,
  bend: Bend,
  build: (parts: AuthorizationParts) => ProgramInstruction,
): ProgramInstruction[] {
  const nonce =
    bend.nonce ??
    (intent.action === 'activate' || intent.action === 'claim' ? 0n : readUser(world, user).nonce);
  const expiry = bend.expiry ?? now(world) + 60n;
  const { accountId, vault } = user.wallet;
  const scope = {
    genesisHash: GENESIS,
    program: world.program,
    accountId,
    vault,
    nonce,
    expiry,
    ...bend.signedScope,
  };
  const signed = bend.signedIntent?.(intent) ?? intent;
  const challenge = (bend.challenge ?? challengeFor)(scope, signed);
  const passkey = bend.passkey ?? user.passkey;
  const assertion = assertPasskey(passkey, challenge, bend.quirks);
  const cut = clientDataPrefix(challenge, world.configArguments.origin).length;
  const tail = assertion.clientDataJSON.slice(cut);
  const sent = build({ nonce, expiry, tail: bend.tail?.(tail) ?? tail });
  const point = bend.point ?? passkey.point;
  const verified = precompileFor(point, assertion);
  const pair = [bend.precompile?.(verified, assertion) ?? verified, bend.instruction?.(sent) ?? sent];
  return bend.arrange?.(pair) ?? pair;
}

function precompileFor(point: PasskeyPoint, assertion: SignedAssertion): ProgramInstruction {
  if (assertion.message.length === 69)
    return secp256r1Instruction(point, assertion.signature, assertion.message);
  // The encoder refuses extensions; a hostile client can send them.
  const regular = secp256r1Instruction(point, assertion.signature, assertion.message.subarray(0, 69));
  const data = Uint8Array.of(...regular.data.subarray(0, 113), ...assertion.message);
  new DataView(data.buffer).setUint16(12, assertion.message.length, true);
  return { ...regular, data };
}

export interface ActivateBend extends Bend {
  readonly networkFee?: bigint;
  readonly policy?: number;
}

export function activate(world: World, user: User, bend: ActivateBend = {}): Promise<Result> {
  const feePolicyVersion = bend.policy ?? 1;
  const rpIdHash = world.configArguments.rpIdHash;
  const authority = bend.point ?? user.passkey.point;
  const intent: Intent = { action: 'activate', authority, rpIdHash, feePolicyVersion };
  const instructions = prepare(world, user, intent, bend, ({ expiry, tail }) =>
    activateInstruction(user.wallet, {
      expiry,
      tail,
      authority,
      feePolicyVersion,
      networkFeeLamports: bend.networkFee ?? 15000n,
      relayer: world.relayer.address,
      registrar: world.registrar.address,
      treasury: world.treasury.address,
    }),
  );
  return send(world, instructions, bend.signers ?? [world.relayer, world.registrar]);
}

export interface WithdrawBend extends Bend {
  readonly amount?: bigint;
  readonly destination?: Address;
  readonly networkFee?: bigint;
  readonly policy?: number;
  readonly source?: Address;
  readonly payer?: KeyPairSigner;
}

export function withdrawSolInstructions(
  world: World,
  user: User,
  bend: WithdrawBend = {},
): ProgramInstruction[] {
  const [amount, destination] = [bend.amount ?? SOL, bend.destination ?? freshAddress()];
  const feePolicyVersion = bend.policy ?? 1;
  const intent: Intent = { action: 'withdraw', mint: null, destination, amount, feePolicyVersion };
  return prepare(world, user, intent, bend, (parts) =>
    withdrawSolInstruction(user.wallet, {
      ...parts,
      destination,
      amount,
      feePolicyVersion,
      networkFeeLamports: bend.networkFee ?? 15000n,
      relayer: world.relayer.address,
      treasury: world.treasury.address,
    }),
  );
}

export function withdrawSol(world: World, user: User, bend: WithdrawBend = {}): Promise<Result> {
  return send(world, withdrawSolInstructions(world, user, bend), bend.signers ?? [world.relayer]);
}

export function withdrawSpl(
  world: World,
  user: User,
  mint: Address,
  bend: WithdrawBend = {},
): Promise<Result> {
  const [amount, destination] = [bend.amount ?? 1n, bend.destination ?? freshAddress()];
  const feePolicyVersion = bend.policy ?? 1;
  const intent: Intent = { action: 'withdraw', mint, destination, amount, feePolicyVersion };
  const instructions = prepare(world, user, intent, bend, (parts) =>
    withdrawSplInstruction(user.wallet, {
      ...parts,
      mint,
      destination,
      amount,
      feePolicyVersion,
      networkFeeLamports: bend.networkFee ?? 15000n,
      relayer: world.relayer.address,
      treasury: world.treasury.address,
      ...(bend.source ? { source: bend.source } : {}),
    }),
  );
  return send(world, instructions, bend.signers ?? [world.relayer]);
}

export function exitSol(world: World, user: User, bend: WithdrawBend = {}): Promise<Result> {
  const [amount, destination] = [bend.amount ?? SOL, bend.destination ?? freshAddress()];
  const intent: Intent = { action: 'exit', mint: null, destination, amount };
  const instructions = prepare(world, user, intent, bend, (parts) =>
    exitSolInstruction(user.wallet, { ...parts, destination, amount }),
  );
  return send(world, instructions, bend.signers ?? [world.sponsor]);
}

export function exitSpl(world: World, user: User, mint: Address, bend: WithdrawBend = {}): Promise<Result> {
  const [amount, destination] = [bend.amount ?? 1n, bend.destination ?? freshAddress()];
  const intent: Intent = { action: 'exit', mint, destination, amount };
  const payer = bend.payer ?? world.sponsor;
  const instructions = prepare(world, user, intent, bend, (parts) =>
    exitSplInstruction(user.wallet, {
      ...parts,
      destination,
      amount,
      mint,
      payer: payer.address,
      ...(bend.source ? { source: bend.source } : {}),
    }),
  );
  return send(world, instructions, bend.signers ?? [payer]);
}

export function rotate(world: World, user: User, next: PasskeyPoint, bend: Bend = {}): Promise<Result> {
  const newRpIdHash = world.configArguments.rpIdHash;
  const intent: Intent = { action: 'rotate', newAuthority: next, newRpIdHash };
  const instructions = prepare(world, user, intent, bend, (parts) =>
    rotateInstruction(user.wallet, {
      ...parts,
      relayer: world.relayer.address,
      newAuthority: next,
      newRpIdHash,
    }),
  );
  return send(world, instructions, bend.signers ?? [world.relayer]);
}

/** Replaces the account at `index` of an instruction. */
export function withAccount(index: number, address: Address, role?: 0 | 1 | 2 | 3) {
  return (instruction: ProgramInstruction): ProgramInstruction => ({
    ...instruction,
    accounts: instruction.accounts.map((meta, at) =>
      at === index ? { address, role: role ?? meta.role } : meta,
    ),
  });
}

/** Replaces the role of the account at `index`. */
export function withRole(index: number, role: (typeof ROLE)[keyof typeof ROLE]) {
  return (instruction: ProgramInstruction): ProgramInstruction => ({
    ...instruction,
    accounts: instruction.accounts.map((meta, at) => (at === index ? { ...meta, role } : meta)),
  });
}
