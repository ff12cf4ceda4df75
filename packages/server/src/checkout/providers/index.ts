import { defaultLanguage, languages } from '@pid/contract/languages';
import { midtrans } from './midtrans.ts';
import { sandbox } from './sandbox.ts';
import { xenditPayouts } from './xendit-payouts.ts';
import { xendit } from './xendit.ts';

/** The payment providers that move money. */
export const remoteProviders = [midtrans, xendit] as const;

/** The settings of all providers. */
export const ownSettings = { ...midtrans.settings, ...xendit.settings } as const;

/** The providers that transfer settlements to bank accounts. */
export const payoutProviders = [xenditPayouts] as const;

/** The settings of all of them. */
export const payoutSettings = { ...xenditPayouts.settings } as const;

export type RemoteProviderId = (typeof remoteProviders)[number]['id'];

export const remoteProviderIds = remoteProviders.map(({ id }) => id);
export const providerIds: readonly (RemoteProviderId | typeof sandbox.id)[] = [
  sandbox.id,
  ...remoteProviderIds,
];

/** The name for payers; the id of a provider that is no longer registered. */
export function providerName(id: string): string {
  return remoteProviders.find((provider) => provider.id === id)?.name ?? id;
}

/** `a or b`, `a, b or c`. */
export function anyOf(words: readonly string[]): string {
  return new Intl.ListFormat(languages[defaultLanguage].tag, { type: 'disjunction' }).format(words);
}

export { sandbox } from './sandbox.ts';
