import { TOKEN_PROGRAM, addressBytes, findTokenAccountAddress } from '@pid/protocol';
import type { Address } from '@pid/protocol';
import { freshAddress } from './wallet.ts';
import type { User } from './wallet.ts';
import { editAccount, setAccount } from './world.ts';
import type { World } from './world.ts';

/** Creates a mint in the token program's layout, without authorities. */
export function createMint(
  world: World,
  owner: Address = TOKEN_PROGRAM,
  mint: Address = freshAddress(),
): Address {
  const data = new Uint8Array(82);
  new DataView(data.buffer).setBigUint64(36, 1_000_000_000n, true);
  data[44] = 6;
  data[45] = 1;
  setAccount(world, mint, data, owner);
  return mint;
}

export interface TokenAccountShape {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
  /** 1: initialised; 2: frozen. */
  readonly state?: number;
  readonly program?: Address;
}

export function setTokenAccount(world: World, address: Address, shape: TokenAccountShape): void {
  const data = new Uint8Array(165);
  data.set(addressBytes(shape.mint), 0);
  data.set(addressBytes(shape.owner), 32);
  new DataView(data.buffer).setBigUint64(64, shape.amount, true);
  data[108] = shape.state ?? 1;
  setAccount(world, address, data, shape.program ?? TOKEN_PROGRAM);
}

/** Gives tokens to the vault's associated account and returns its address. */
export function giveTokens(world: World, user: User, mint: Address, amount: bigint): Address {
  const { address } = findTokenAccountAddress(user.wallet.vault, mint);
  setTokenAccount(world, address, { mint, owner: user.wallet.vault, amount });
  return address;
}

export function tokenBalance(world: World, address: Address): bigint {
  const account = world.svm.getAccount(address);
  if (!account.exists) return 0n;
  return new DataView(Uint8Array.from(account.data).buffer).getBigUint64(64, true);
}

export function freeze(world: World, address: Address): void {
  editAccount(world.svm, address, (data) => {
    data[108] = 2;
  });
}
