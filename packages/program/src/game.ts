import {
  SYSTEM_PROGRAM,
  findProgramAddress,
  payerAccount,
  readonlyAccount,
  signerAccount,
  utf8,
  writableAccount,
  addressBytes,
  addressFromBytes,
} from '@pid/protocol';
import type { Address, DerivedAddress, ProgramInstruction } from '@pid/protocol';

/** Refusals of the example game, by custom error code. */
export const GAME_ERRORS = {
  8001: 'UnknownInstruction',
  8002: 'MissingAccounts',
  8003: 'MalformedData',
  8004: 'BadBoard',
  8005: 'BoardExists',
  8006: 'NotPlayer',
  8007: 'CellTaken',
} as const;

export interface Board {
  readonly cells: readonly ('empty' | 'player' | 'house')[];
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  readonly moves: bigint;
  readonly player: Address;
}

const SIDES = ['empty', 'player', 'house'] as const;

export function findBoardAddress(game: Address, player: Address): DerivedAddress {
  return findProgramAddress(game, [utf8('board'), addressBytes(player)]);
}

/** Anyone may open a board for a player; the payer pays its rent. */
export function openBoardInstruction(game: Address, payer: Address, player: Address): ProgramInstruction {
  const accounts = [
    payerAccount(payer),
    writableAccount(findBoardAddress(game, player).address),
    readonlyAccount(player),
    readonlyAccount(SYSTEM_PROGRAM),
  ];
  return { programAddress: game, accounts, data: Uint8Array.of(0) };
}

/** A move, signed by the player. Through a session, the session signer is the player. */
export function playInstruction(game: Address, player: Address, cell: number): ProgramInstruction {
  const accounts = [signerAccount(player), writableAccount(findBoardAddress(game, player).address)];
  return { programAddress: game, accounts, data: Uint8Array.of(1, cell) };
}

export function decodeBoard(data: Uint8Array): Board | null {
  if (data.length !== 64 || data[0] !== 1) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return {
    cells: Array.from(data.subarray(3, 12), (side) => SIDES[side] ?? 'empty'),
    wins: view.getUint32(12, true),
    losses: view.getUint32(16, true),
    draws: view.getUint32(20, true),
    moves: view.getBigUint64(24, true),
    player: addressFromBytes(data.subarray(32, 64)),
  };
}
