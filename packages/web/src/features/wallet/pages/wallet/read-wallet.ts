import { api } from '../../../../kit/api/api.ts';
import type { Passkey, Account, Asset, Chain } from '../../../../kit/api/shapes.ts';
import { formatUnits } from '../../../../kit/format/lamports.ts';
import type { Language } from '@pid/contract/languages';

/** Data that changes without the player: deposits and operations. */
export interface LiveWallet {
  readonly account: Account;
  readonly assets: readonly Asset[];
}

export interface Wallet extends LiveWallet {
  readonly chain: Chain;
  readonly passkeys: readonly Passkey[];
}

export async function readLive(signal: AbortSignal): Promise<LiveWallet> {
  const [account, assets] = await Promise.all([
    api.call('getAccount', {}, { signal }),
    api.call('listAssets', {}, { signal }),
  ]);
  return { account, assets: assets.items };
}

export function readChain(signal: AbortSignal): Promise<Chain> {
  return api.call('getChain', {}, { session: 'none', signal });
}

export async function readWallet(signal: AbortSignal): Promise<Wallet> {
  const [live, chain, passkeys] = await Promise.all([
    readLive(signal),
    readChain(signal),
    api.call('listPasskeys', {}, { signal }),
  ]);
  return { ...live, chain, passkeys };
}

export const shorten = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;

/**
 * Only a verified name stands alone. Any other is in quotation marks and beside the address of its mint, because its
 * maker chose it.
 */
export function assetName({ asset, token }: Pick<Asset, 'asset' | 'token'>, unnamed: string): string {
  if (asset === 'SOL') return 'SOL';
  const name = token && (token.symbol || token.name);
  if (token?.verified && name) return name;
  return `${name ? `“${name}”` : unnamed} ${shorten(asset)}`;
}

export function assetAmount(asset: Asset, amount: bigint, token: string, locale: Language): string {
  return `${formatUnits(amount, asset.decimals, locale)} ${assetName(asset, token)}`;
}
