import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, addressFromBytes, type Address } from '@pid/protocol';
import type { ChainAccount } from './vm.ts';

/** A token balance in a transaction's metadata, in the form that nodes return. */
export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: Address;
  readonly owner: Address;
  readonly programId: Address;
  readonly uiTokenAmount: {
    readonly amount: string;
    readonly decimals: number;
    readonly uiAmount: number | null;
    readonly uiAmountString: string;
  };
}

type Read = (key: Address) => ChainAccount | null;

const tokenAccountBytes = 165;

/**
 * Balances of every token account among the transaction's keys. `readMint` may read other accounts, because a
 * plain transfer does not list its mint.
 */
export function tokenBalances(keys: readonly Address[], read: Read, readMint: Read): TokenBalance[] {
  return keys.flatMap((key, accountIndex) => {
    const account = read(key);
    if (!account || !isTokenProgram(account.owner) || account.data.length < tokenAccountBytes) return [];
    // Uninitialized account.
    if (account.data[108] === 0) return [];
    const { data } = account;
    const mint = addressFromBytes(data.subarray(0, 32));
    const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(64, true);
    const decimals = readMint(mint)?.data[44] ?? 0;
    return [
      {
        accountIndex,
        mint,
        owner: addressFromBytes(data.subarray(32, 64)),
        programId: account.owner,
        uiTokenAmount: {
          amount: String(amount),
          decimals,
          uiAmount: amount === 0n ? null : Number(amount) / 10 ** decimals,
          uiAmountString: withPoint(amount, decimals),
        },
      },
    ];
  });
}

function isTokenProgram(program: Address): boolean {
  return program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;
}

function withPoint(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}
