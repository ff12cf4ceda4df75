import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, addressFromBytes, type Address } from '@pid/protocol';
import type { OnChainAccount } from '../platform/chain/client/index.ts';

export interface TokenAccount {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
  readonly frozen: boolean;
}

export interface Mint {
  readonly decimals: number;
  readonly program: Address;
}

export const tokenAccountBytes = 165;
const mintBytes = 82;

export function isTokenProgram(program: Address): boolean {
  return program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;
}

/** Both token programs use the same layout for these bytes. */
export function decodeTokenAccount(account: OnChainAccount | null): TokenAccount | null {
  if (!account || !isTokenProgram(account.owner) || account.data.length < tokenAccountBytes) return null;
  const { data } = account;
  const view = new DataView(data.buffer, data.byteOffset);
  return {
    mint: addressFromBytes(data.subarray(0, 32)),
    owner: addressFromBytes(data.subarray(32, 64)),
    amount: view.getBigUint64(64, true),
    frozen: data[108] === 2,
  };
}

export function decodeMint(account: OnChainAccount | null): Mint | null {
  if (!account || !isTokenProgram(account.owner) || account.data.length < mintBytes || account.data[45] !== 1)
    return null;
  // In the classic program, a token account has 165 bytes and a mint has 82. Token-2022 marks the type in the
  // byte after the first 165.
  if (
    account.owner === TOKEN_PROGRAM
      ? account.data.length !== mintBytes
      : account.data.length > mintBytes && account.data[tokenAccountBytes] !== 1
  )
    return null;
  return { decimals: account.data[44]!, program: account.owner };
}
