import type { ChainConfig } from '../chain/index.ts';
import { optional, readInteger, readOneOf, setting, type Values } from '../platform/config/index.ts';

/** Activation paid in rupiah. The caps of its pool are settings of the relay. */
export const accountSettings = {
  activationForRupiah: optional(
    'PID_ACTIVATION_FOR_RUPIAH',
    'on sells the activation of a wallet to players without SOL: they pay from their rupiah balance, the relayer pays the SOL. Needs PID_SOL_PRICE_URL; with the embedded development chain a fixed price of Rp2,500,000 per SOL applies without it',
    readOneOf(['on', 'off']),
    'on on loopback, elsewhere off',
  ),
  activationMarginBps: setting(
    'PID_ACTIVATION_MARGIN_BPS',
    'Margin on the price of the SOL that an activation takes, in hundredths of a percent: for price changes until you buy SOL again, and for fees of activations that fail',
    readInteger(0, 100_000),
    1000,
  ),
} as const;

export type AccountConfig = Values<typeof accountSettings>;

export function accountProblems({
  activationForRupiah,
  chain,
  solPriceUrl,
  solanaRpcUrls,
}: AccountConfig & Pick<ChainConfig, 'chain' | 'solPriceUrl' | 'solanaRpcUrls'>): string[] {
  if (activationForRupiah !== 'on') return [];
  if (chain === 'off')
    return ['PID_ACTIVATION_FOR_RUPIAH is on while PID_CHAIN is off: there is no wallet to activate'];
  return solPriceUrl || !solanaRpcUrls
    ? []
    : [
        'PID_ACTIVATION_FOR_RUPIAH is on and PID_SOL_PRICE_URL is not set: activations have no price in rupiah',
      ];
}
