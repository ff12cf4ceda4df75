import type { KeyPairSigner } from '@solana/kit';
import {
  closeSessionInstruction,
  decodeProgramData,
  decodeSession,
  executeSessionInstruction,
  findProgramDataAddress,
  findSessionAddress,
  findSessionSignerAddress,
  registerSessionInstruction,
  revokeSessionInstruction,
} from '@pid/protocol';
import type { AccountMeta, Address, Intent, ProgramInstruction, SessionAccount } from '@pid/protocol';
import { openBoardInstruction, playInstruction } from '../../src/index.ts';
import { prepare } from './wallet.ts';
import type { Bend, User } from './wallet.ts';
import { now, send, signerFor } from './world.ts';
import type { Result, World } from './world.ts';

let counter = 0;

export interface Session {
  readonly key: KeyPairSigner;
  readonly address: Address;
  readonly program: Address;
  /** The address that the game sees as its player. */
  readonly signer: Address;
}

export async function newSession(world: World, user: User, program = world.game): Promise<Session> {
  const key = await signerFor(`session ${counter++}`);
  return {
    key,
    program,
    address: findSessionAddress(world.program, user.wallet.vault, key.address).address,
    signer: findSessionSignerAddress(world.program, user.wallet.vault, program).address,
  };
}

export interface RegisterBend extends Bend {
  readonly expiresAt?: bigint;
  readonly recordedAuthority?: Address | null;
  readonly recordedSlot?: bigint;
}

export function register(
  world: World,
  user: User,
  session: Session,
  bend: RegisterBend = {},
): Promise<Result> {
  const live = liveProgram(world, session.program);
  const scope = {
    sessionPubkey: session.key.address,
    allowedProgram: session.program,
    expiresAt: bend.expiresAt ?? now(world) + 3_600n,
    recordedAuthority: bend.recordedAuthority === undefined ? live.upgradeAuthority : bend.recordedAuthority,
    recordedSlot: bend.recordedSlot ?? live.slot,
  };
  const intent: Intent = { action: 'registerSession', ...scope };
  const instructions = prepare(world, user, intent, bend, (parts) =>
    registerSessionInstruction(user.wallet, { ...parts, ...scope, relayer: world.relayer.address }),
  );
  return send(world, instructions, bend.signers ?? [world.relayer]);
}

export function liveProgram(world: World, program: Address) {
  const account = world.svm.getAccount(findProgramDataAddress(program).address);
  return (account.exists ? decodeProgramData(account.data) : null) ?? { slot: 0n, upgradeAuthority: null };
}

export async function openSession(world: World, user: User, program = world.game): Promise<Session> {
  const session = await newSession(world, user, program);
  const result = await register(world, user, session);
  if (!result.ok) throw new Error(`registration: ${result.error}`);
  return session;
}

export function revoke(world: World, user: User, session: Session, bend: Bend = {}): Promise<Result> {
  const intent: Intent = { action: 'revokeSession', session: session.address };
  const instructions = prepare(world, user, intent, bend, (parts) =>
    revokeSessionInstruction(user.wallet, {
      ...parts,
      session: session.address,
      relayer: world.relayer.address,
    }),
  );
  return send(world, instructions, bend.signers ?? [world.relayer]);
}

export interface ExecuteBend {
  readonly data?: Uint8Array;
  readonly accounts?: readonly AccountMeta[];
  readonly instruction?: (instruction: ProgramInstruction) => ProgramInstruction;
  readonly signers?: readonly KeyPairSigner[];
}

/** Plays a cell of the example game, or the call that `bend` describes. */
export function execute(world: World, user: User, session: Session, bend: ExecuteBend = {}): Promise<Result> {
  const move = playInstruction(session.program, session.signer, 8);
  const forwarded = (bend.accounts ?? move.accounts).map((meta) =>
    meta.address === session.signer ? { ...meta, role: 0 as const } : meta,
  );
  const instruction = executeSessionInstruction(user.wallet, {
    session: session.address,
    sessionPubkey: session.key.address,
    allowedProgram: session.program,
    data: bend.data ?? move.data,
    accounts: forwarded,
  });
  const sent = bend.instruction?.(instruction) ?? instruction;
  return send(world, [sent], bend.signers ?? [world.sponsor, session.key]);
}

export async function openBoard(world: World, session: Session): Promise<void> {
  const open = openBoardInstruction(session.program, world.sponsor.address, session.signer);
  const result = await send(world, [open], [world.sponsor]);
  if (!result.ok) throw new Error(`board: ${result.error}`);
}

export function close(
  world: World,
  user: User,
  session: Session,
  instruction: (ix: ProgramInstruction) => ProgramInstruction = (ix) => ix,
): Promise<Result> {
  const built = closeSessionInstruction(user.wallet, {
    session: session.address,
    allowedProgram: session.program,
    payer: world.relayer.address,
  });
  return send(world, [instruction(built)], [world.sponsor]);
}

export function readSession(world: World, session: Session): SessionAccount | null {
  const account = world.svm.getAccount(session.address);
  return account.exists ? decodeSession(account.data) : null;
}
