import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, type Address, type HeldAsset } from '@pid/protocol';
import { orChainError, type Chain } from '../chain/index.ts';
import type { OnChainAccount } from '../platform/chain/client/index.ts';
import { chunks } from '../relay/index.ts';
import { walletOf } from './read-wallet.ts';
import { decodeMint, decodeTokenAccount } from './token-accounts.ts';

export interface Asset {
  readonly asset: string;
  readonly amount: string;
  readonly decimals: number;
  readonly movable: boolean;
  /** Why the asset cannot be moved: `refused` is the code, `reason` the text. */
  readonly refused?: keyof typeof reasons;
  readonly reason?: string;
}

const reasons = {
  token_2022: 'Token-2022 is not supported',
  frozen: 'frozen by the freeze authority of its mint',
};

const solDecimals = 9;
const mintsPerRead = 100;

interface Held {
  readonly lamports: bigint;
  readonly tokens: ReadonlyMap<Address, { amount: bigint; frozen: bigint; program: Address }>;
}

async function readHeld(chain: Chain, pid: string): Promise<Held> {
  const { vault } = walletOf(chain, pid);
  const [{ account }, classic, extended] = await orChainError(
    Promise.all([
      chain.client.account(vault),
      tokensOf(chain, vault, TOKEN_PROGRAM),
      tokensOf(chain, vault, TOKEN_2022_PROGRAM),
    ]),
  );
  const sums = new Map<Address, { amount: bigint; frozen: bigint; program: Address }>();
  for (const { owner, token } of [...classic, ...extended]) {
    const sum = sums.get(token.mint) ?? { amount: 0n, frozen: 0n, program: owner };
    sums.set(token.mint, {
      ...sum,
      amount: sum.amount + token.amount,
      frozen: sum.frozen + (token.frozen ? token.amount : 0n),
    });
  }
  return { lamports: account?.lamports ?? 0n, tokens: sums };
}

/**
 * Lists assets with a nonzero amount. Reads no mints, because strangers can send tokens of thousands of them.
 */
export async function listHoldings(chain: Chain, pid: string): Promise<HeldAsset[]> {
  const { lamports, tokens } = await readHeld(chain, pid);
  return [
    { asset: 'SOL', amount: lamports.toString() },
    ...[...tokens].map(([asset, { amount }]) => ({ asset, amount: amount.toString() })),
  ].filter(({ amount }) => amount !== '0');
}

/**
 * Lists everything that the vault holds: SOL first, then one item per mint. Assets that cannot be moved have
 * a reason.
 */
export async function listAssets(chain: Chain, pid: string): Promise<Asset[]> {
  const { lamports, tokens: sums } = await readHeld(chain, pid);
  const decimals = await decimalsOf(chain, [...sums.keys()]);
  const tokens = [...sums].map(([mint, { amount, frozen, program }]): Asset => {
    const refused = program === TOKEN_2022_PROGRAM ? 'token_2022' : frozen > 0n ? 'frozen' : null;
    return {
      asset: mint,
      amount: amount.toString(),
      decimals: decimals.get(mint) ?? 0,
      movable: refused === null,
      ...(refused ? { refused, reason: reasons[refused] } : {}),
    };
  });
  return [
    { asset: 'SOL', amount: lamports.toString(), decimals: solDecimals, movable: true },
    ...tokens.toSorted((left, right) => (left.asset < right.asset ? -1 : 1)),
  ];
}

async function tokensOf(chain: Chain, vault: Address, programId: Address) {
  const { value } = await chain.client.rpc
    .getTokenAccountsByOwner(vault, { programId }, { commitment: 'confirmed', encoding: 'base64' })
    .send();
  return value.flatMap(({ account }) => {
    const found: OnChainAccount = {
      lamports: account.lamports,
      owner: account.owner,
      executable: account.executable,
      data: new Uint8Array(Buffer.from(account.data[0], 'base64')),
    };
    const token = decodeTokenAccount(found);
    return token ? [{ owner: found.owner, token }] : [];
  });
}

async function decimalsOf(chain: Chain, mints: readonly Address[]): Promise<Map<Address, number>> {
  const decimals = new Map<Address, number>();
  for (const part of chunks(mints, mintsPerRead)) {
    const { accounts } = await orChainError(chain.client.accounts(part));
    for (const [index, mint] of part.entries())
      decimals.set(mint, decodeMint(accounts[index] ?? null)?.decimals ?? 0);
  }
  return decimals;
}
