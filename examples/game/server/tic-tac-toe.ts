import {
  AccountRole,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Address,
  type Instruction,
} from '@solana/kit';

export interface Board {
  readonly cells: readonly ('empty' | 'player' | 'house')[];
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
}

const sides = ['empty', 'player', 'house'] as const;
const systemProgram = address('11111111111111111111111111111111');

/** The address of a player's board is derived from ["board", player]. */
export async function findBoardAddress(game: Address, player: Address): Promise<Address> {
  const seeds = [new TextEncoder().encode('board'), getAddressEncoder().encode(player)];
  return (await getProgramDerivedAddress({ programAddress: game, seeds }))[0];
}

/** Anyone may create a board for a player and pays its rent. */
export async function openBoardInstruction(
  game: Address,
  payer: Address,
  player: Address,
): Promise<Instruction> {
  const accounts = [
    { address: payer, role: AccountRole.WRITABLE_SIGNER },
    { address: await findBoardAddress(game, player), role: AccountRole.WRITABLE },
    { address: player, role: AccountRole.READONLY },
    { address: systemProgram, role: AccountRole.READONLY },
  ];
  return { programAddress: game, accounts, data: Uint8Array.of(0) };
}

export function decodeBoard(data: Uint8Array): Board | null {
  if (data.length !== 64 || data[0] !== 1) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return {
    cells: Array.from(data.subarray(3, 12), (side) => sides[side] ?? 'empty'),
    wins: view.getUint32(12, true),
    losses: view.getUint32(16, true),
    draws: view.getUint32(20, true),
  };
}
