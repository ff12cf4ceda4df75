import {
  cancelRecoveryInstruction,
  challengeFor,
  decodeRecovery,
  findRecoveryAddress,
  finishRecoveryInstruction,
  setRecoveryPolicyInstruction,
  sheetInstruction,
  voteRecoveryInstruction,
} from '@pid/protocol';
import type {
  Address,
  Bytes32,
  Guardian,
  Intent,
  PasskeyPoint,
  ProgramInstruction,
  RecoveryAccount,
  RecoveryPolicy,
} from '@pid/protocol';
import { sheetKey, sheetWords } from '@pid/protocol/sheet';
import type { SheetKey } from '@pid/protocol/sheet';
import type { KeyPairSigner } from '@solana/kit';
import type { Passkey } from './passkey.ts';
import { prepare } from './wallet.ts';
import type { Bend, User } from './wallet.ts';
import { GENESIS, now, send } from './world.ts';
import type { Result, World } from './world.ts';

export const DAY = 86_400n;
export const WEEK_SECONDS = 604_800;

export interface PolicyBend extends Bend {
  /** Pays the rent. Default: the vault. */
  readonly payer?: KeyPairSigner;
}

export function recoveryAddress(world: World, user: User): Address {
  return findRecoveryAddress(world.program, user.wallet.accountId).address;
}

export function readRecovery(world: World, user: User): RecoveryAccount | null {
  const account = world.svm.getAccount(recoveryAddress(world, user));
  return account.exists && account.programAddress === world.program ? decodeRecovery(account.data) : null;
}

function policyNonce(world: World, user: User): bigint {
  return readRecovery(world, user)?.nonce ?? 0n;
}

export function passkeyGuardian(passkey: Passkey): Guardian {
  return { kind: 'passkey', key: passkey.point };
}

export function accountGuardian(user: User): Guardian {
  return { kind: 'account', accountId: user.wallet.accountId };
}

let sheets = 0;

export function createSheet(user: User): SheetKey {
  const entropy = new Uint8Array(16).fill(++sheets);
  return sheetKey(sheetWords(entropy), { genesisHash: GENESIS, accountId: user.wallet.accountId });
}

export function setPolicy(
  world: World,
  user: User,
  policy: Partial<RecoveryPolicy> & Pick<RecoveryPolicy, 'guardians'>,
  bend: PolicyBend = {},
): Promise<Result> {
  const terms = { threshold: 1, delaySeconds: WEEK_SECONDS, ...policy };
  const intent: Intent = { action: 'setRecoveryPolicy', ...terms };
  const instructions = prepare(world, user, intent, { nonce: policyNonce(world, user), ...bend }, (parts) =>
    setRecoveryPolicyInstruction(user.wallet, {
      ...parts,
      ...terms,
      payer: bend.payer?.address ?? null,
    }),
  );
  return send(world, instructions, bend.signers ?? [bend.payer ?? world.sponsor]);
}

export interface VoteBend extends Bend {
  /** The account passed for a guardian who is a player. */
  readonly guardianAccount?: Address;
}

let latest = 0n;

/** The program accepts a vote only if it expires later than the guardian's previous vote. */
function nextExpiry(world: World): bigint {
  const soon = now(world) + 60n;
  latest = latest >= soon && latest < soon + 500n ? latest + 1n : soon;
  return latest;
}

function voteIntent(world: World, index: number, newAuthority: PasskeyPoint | null): Intent {
  return { action: 'voteRecovery', index, newAuthority, newRpIdHash: world.configArguments.rpIdHash };
}

/** Builds a vote by a passkey that the policy names, or by the passkey of another player. */
export function voteInstructions(
  world: World,
  user: User,
  index: number,
  guardian: Passkey | User,
  newAuthority: PasskeyPoint | null,
  bend: VoteBend = {},
): ProgramInstruction[] {
  const passkey = 'passkey' in guardian ? guardian.passkey : guardian;
  const account = 'passkey' in guardian ? guardian.wallet.account : null;
  const { rpIdHash } = world.configArguments;
  return prepare(
    world,
    user,
    voteIntent(world, index, newAuthority),
    { nonce: policyNonce(world, user), expiry: nextExpiry(world), passkey, ...bend },
    (parts) =>
      voteRecoveryInstruction(user.wallet, {
        ...parts,
        index,
        newAuthority,
        newRpIdHash: rpIdHash,
        guardianAccount: bend.guardianAccount ?? account,
      }),
  );
}

export function vote(
  world: World,
  user: User,
  index: number,
  guardian: Passkey | User,
  newAuthority: PasskeyPoint | null,
  bend: VoteBend = {},
): Promise<Result> {
  const instructions = voteInstructions(world, user, index, guardian, newAuthority, bend);
  return send(world, instructions, bend.signers ?? [world.sponsor]);
}

export interface SheetBend {
  readonly signed?: (challenge: Bytes32) => Bytes32;
  readonly instruction?: (instruction: ProgramInstruction) => ProgramInstruction;
  readonly precompile?: (instruction: ProgramInstruction) => ProgramInstruction;
}

export function voteBySheet(
  world: World,
  user: User,
  index: number,
  sheet: SheetKey,
  newAuthority: PasskeyPoint | null,
  bend: SheetBend = {},
): Promise<Result> {
  const [nonce, expiry] = [policyNonce(world, user), nextExpiry(world)];
  const { accountId, vault } = user.wallet;
  const scope = { genesisHash: GENESIS, program: world.program, accountId, vault, nonce, expiry };
  const challenge = challengeFor(scope, voteIntent(world, index, newAuthority));
  const signed = bend.signed?.(challenge) ?? challenge;
  const precompile = sheetInstruction(sheet.publicKey, sheet.sign(signed), signed);
  const instruction = voteRecoveryInstruction(user.wallet, {
    nonce,
    expiry,
    tail: new Uint8Array(0),
    index,
    newAuthority,
    newRpIdHash: world.configArguments.rpIdHash,
    guardianAccount: null,
  });
  const pair = [bend.precompile?.(precompile) ?? precompile, bend.instruction?.(instruction) ?? instruction];
  return send(world, pair, [world.sponsor]);
}

export function cancelRecovery(world: World, user: User, bend: Bend = {}): Promise<Result> {
  const intent: Intent = { action: 'cancelRecovery' };
  const instructions = prepare(world, user, intent, { nonce: policyNonce(world, user), ...bend }, (parts) =>
    cancelRecoveryInstruction(user.wallet, parts),
  );
  return send(world, instructions, bend.signers ?? [world.sponsor]);
}

export function finishRecovery(
  world: World,
  user: User,
  newAuthority: PasskeyPoint,
  bend: { readonly instruction?: (instruction: ProgramInstruction) => ProgramInstruction } = {},
): Promise<Result> {
  const instruction = finishRecoveryInstruction(user.wallet, newAuthority);
  return send(world, [bend.instruction?.(instruction) ?? instruction], [world.sponsor]);
}
