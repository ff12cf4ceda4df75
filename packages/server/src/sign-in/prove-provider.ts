import { isLoopbackHost } from '../platform/http/index.ts';
import { proveOpenId } from './providers.ts';
import type { ProviderConfig } from './settings.ts';
import { proveSteam } from './steam-provider.ts';

/** Asks a provider without a player. Throws if it cannot be used. */
export function proveProvider(provider: ProviderConfig, isLoopback: boolean): Promise<void> {
  return provider.protocol === 'steam'
    ? proveSteam(provider)
    : proveOpenId(provider, isLoopback && isLoopbackHost(provider.issuer.hostname));
}
