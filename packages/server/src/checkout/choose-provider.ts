import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { midtrans } from './midtrans.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { sandbox } from './sandbox.ts';
import { xendit } from './xendit.ts';

type ProviderSettings = Pick<
  Config,
  | 'paymentProvider'
  | 'loopback'
  | 'midtransServerKey'
  | 'xenditSecretKey'
  | 'xenditCallbackToken'
  | 'paymentApiUrl'
>;

/** Asks the provider whether it takes our key. Null when none is configured. */
export async function proveProviderKey(config: ProviderSettings): Promise<string | null> {
  const { paymentProvider } = config;
  if (!paymentProvider || paymentProvider === 'sandbox') return null;
  await openProvider(config)?.proveKey();
  return paymentProvider;
}

/** The configured provider; the sandbox on one's own machine; elsewhere none, and top-ups say so. The configuration has been checked. */
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

/** The configured one; null where there is none but the sandbox, which forgets with the database. */
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
