import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { remoteProviders, sandbox } from './providers/index.ts';
import type { ProviderConfig } from './settings.ts';

/**
 * Returns the configured provider, play money in a sandbox and in development, or null; top-ups are then refused.
 * The configuration has already been checked.
 */
export function chooseProvider(
  config: ProviderConfig,
  deps: { readonly db: Queryable; readonly clock: Clock },
  checkoutUrl: (id: string) => string,
): PaymentProvider | null {
  const remote = openProvider(config);
  if (remote) return remote;
  return config.paymentProvider === sandbox.id || (config.paymentProvider === null && config.mode !== 'live')
    ? sandbox.open(deps, checkoutUrl)
    : null;
}

/**
 * Returns the configured provider; null for none or the sandbox, whose charges are lost with the database.
 */
export function openProvider(config: ProviderConfig): PaymentProvider | null {
  return remoteProviders.find(({ id }) => id === config.paymentProvider)?.open(config) ?? null;
}
