import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import { midtrans } from './midtrans.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { sandbox } from './sandbox.ts';
import type { CheckoutConfig } from './settings.ts';
import { xendit } from './xendit.ts';

type ProviderSettings = Pick<
  CheckoutConfig,
  | 'paymentProvider'
  | 'loopback'
  | 'midtransServerKey'
  | 'xenditSecretKey'
  | 'xenditCallbackToken'
  | 'paymentApiUrl'
>;

/** Checks that the provider accepts our key. Returns null if no provider is configured. */
export async function proveProviderKey(config: ProviderSettings): Promise<string | null> {
  const { paymentProvider } = config;
  if (!paymentProvider || paymentProvider === 'sandbox') return null;
  await openProvider(config)?.proveKey();
  return paymentProvider;
}

/**
 * Returns the configured provider, the sandbox on loopback, or null elsewhere; top-ups are then refused. The
 * configuration has already been checked.
 */
export function chooseProvider(
  config: ProviderSettings,
  deps: { readonly db: Queryable; readonly clock: Clock },
  checkoutUrl: (id: string) => string,
): PaymentProvider | null {
  const remote = openProvider(config);
  if (remote) return remote;
  return config.paymentProvider === 'sandbox' || (config.paymentProvider === null && config.loopback)
    ? sandbox(deps, checkoutUrl)
    : null;
}

/**
 * Returns the configured provider; null for none or the sandbox, whose charges are lost with the database.
 */
export function openProvider(config: ProviderSettings): PaymentProvider | null {
  switch (config.paymentProvider) {
    case 'midtrans':
      return midtrans({ serverKey: config.midtransServerKey!, baseUrl: config.paymentApiUrl });
    case 'xendit':
      return xendit({
        secretKey: config.xenditSecretKey!,
        callbackToken: config.xenditCallbackToken!,
        baseUrl: config.paymentApiUrl,
        ...(config.paymentApiUrl ? { pageOrigins: [config.paymentApiUrl.origin] } : {}),
      });
    default:
      return null;
  }
}
