import { payoutProviders, payoutSettings } from '../checkout/index.ts';
import {
  optional,
  readInteger,
  readOneOf,
  readUrl,
  setting,
  type Retains,
  type Values,
} from '../platform/config/index.ts';
import type { PlatformConfig } from '../platform/settings.ts';

const modes: readonly ('off' | 'manual' | (typeof payoutProviders)[number]['id'])[] = [
  'off',
  'manual',
  ...payoutProviders.map(({ id }) => id),
];

export const settlementSettings = {
  settlements: setting(
    'PID_SETTLEMENTS',
    `Settlements of apps to bank accounts: off, manual (people transfer the money) or a provider: ${payoutProviders.map(({ id }) => id).join(', ')}`,
    readOneOf(modes),
    'off',
  ),
  settlementFee: setting(
    'PID_SETTLEMENT_FEE',
    'Fee of a settlement in rupiah, on top of its amount; returned if it fails',
    readInteger(0, 1_000_000),
    0,
  ),
  settlementApiUrl: optional(
    'PID_SETTLEMENT_API_URL',
    'Address to use instead of the API of the provider of settlements, for a proxy',
    readUrl,
    "the provider's own",
  ),
  ...payoutSettings,
} as const;

export const settlementRetention = {
  /**
   * Account number and holder in settlements that ended. Companies in Indonesia keep their books for ten
   * years.
   */
  settlement_accounts: { days: 3650, min: 365 },
} as const;

export type SettlementConfig = Values<typeof settlementSettings> & Retains<typeof settlementRetention>;

export function settlementProblems(
  config: Values<typeof settlementSettings> & Pick<PlatformConfig, 'mode'>,
): string[] {
  const provider = payoutProviders.find(({ id }) => id === config.settlements);
  if (provider && config.mode === 'sandbox')
    return [`PID_SETTLEMENTS is ${provider.id}: a sandbox transfers no money; set off or manual`];
  return provider?.problems(config) ?? [];
}
