import { sign } from 'node:crypto';
import {
  certificateInstruction,
  certificateMessage,
  claimInstruction,
  closeClaimInstruction,
  decodeClaim,
  findClaimAddress,
  finishClaimInstruction,
  sha256,
  utf8,
} from '@pid/protocol';
import type { Address, Bytes, Certificate, ClaimAccount, Intent, ProgramInstruction } from '@pid/protocol';
import type { KeyPairSigner } from '@solana/kit';
import { prepare } from './wallet.ts';
import type { Bend, User } from './wallet.ts';
import { GENESIS, now, send } from './world.ts';
import type { Result, World } from './world.ts';

/** Changes that a test makes to an otherwise valid claim. */
export interface ClaimBend extends Bend {
  readonly issuedAt?: bigint;
  readonly payer?: KeyPairSigner;
  /** Differences between the certificate and the claim. */
  readonly certificate?: Partial<Certificate>;
  /** Name of the test key that signs the certificate. */
  readonly certifier?: string;
  readonly certifierAddress?: Address;
  readonly certificateInstruction?: (instruction: ProgramInstruction) => ProgramInstruction;
}

/** Signs with Ed25519 and the test key of that name, as the registrar does. */
export function signAs(name: string, message: Uint8Array): Bytes {
  const seed = sha256(utf8(`test key ${name}`));
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = { key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' } as const;
  return Uint8Array.from(sign(null, message, key));
}

export function certificateOf(world: World, user: User, issuedAt: bigint): Certificate {
  return {
    genesisHash: GENESIS,
    program: world.program,
    accountId: user.wallet.accountId,
    authority: user.passkey.point,
    rpIdHash: world.configArguments.rpIdHash,
    issuedAt,
  };
}

export function claimInstructions(world: World, user: User, bend: ClaimBend = {}): ProgramInstruction[] {
  const issuedAt = bend.issuedAt ?? now(world);
  const { rpIdHash } = world.configArguments;
  const passkey = bend.passkey ?? user.passkey;
  const certificate = {
    ...certificateOf(world, user, issuedAt),
    authority: passkey.point,
    ...bend.certificate,
  };
  const signature = signAs(bend.certifier ?? 'registrar', certificateMessage(certificate));
  const registrar = bend.certifierAddress ?? world.registrar.address;
  const certified = certificateInstruction(registrar, signature, certificate);
  const intent: Intent = { action: 'claim', authority: passkey.point, rpIdHash };
  const { arrange, ...others } = bend;
  const pair = prepare(world, user, intent, others, ({ expiry, tail }) =>
    claimInstruction(user.wallet, {
      payer: (bend.payer ?? world.sponsor).address,
      authority: bend.point ?? passkey.point,
      issuedAt,
      expiry,
      tail,
    }),
  );
  const all = [bend.certificateInstruction?.(certified) ?? certified, ...pair];
  return arrange?.(all) ?? all;
}

export function claim(world: World, user: User, bend: ClaimBend = {}): Promise<Result> {
  const payer = bend.payer ?? world.sponsor;
  return send(world, claimInstructions(world, user, bend), bend.signers ?? [payer]);
}

export interface FinishBend {
  readonly instruction?: (instruction: ProgramInstruction) => ProgramInstruction;
  readonly sender?: KeyPairSigner;
}

export function finishClaim(world: World, user: User, bend: FinishBend = {}): Promise<Result> {
  const instruction = finishClaimInstruction(user.wallet);
  return send(world, [bend.instruction?.(instruction) ?? instruction], [bend.sender ?? world.sponsor]);
}

export function closeClaim(world: World, user: User, payer: Address, bend: FinishBend = {}): Promise<Result> {
  const instruction = closeClaimInstruction(user.wallet, payer);
  return send(world, [bend.instruction?.(instruction) ?? instruction], [bend.sender ?? world.deployer]);
}

export function claimAddress(world: World, user: User): Address {
  return findClaimAddress(world.program, user.wallet.accountId).address;
}

export function readClaim(world: World, user: User): ClaimAccount | null {
  const account = world.svm.getAccount(claimAddress(world, user));
  return account.exists && account.programAddress === world.program ? decodeClaim(account.data) : null;
}
