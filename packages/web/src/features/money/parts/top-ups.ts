import { Refusal } from '@pid/contract/client';
import { deviceStorage } from '../../../kit/platform/storage.ts';
import { api } from '../../../kit/api/api.ts';
import type { TopUp } from '../../../kit/api/shapes.ts';
import { locale } from '../../../kit/i18n/locale.ts';

/** The longest address that a top-up can return to (`createTopUp`). */
export const RETURN_MAX = 2048;

const LAST_KEY = 'pid:last-top-up';
const PURCHASES_KEY = 'pid:purchase-top-ups';
const PURCHASES_KEPT = 10;

/** The last top-up that this browser started, so that waiting pages can show its result. */
export const lastTopUp = {
  keep: (id: string): void => deviceStorage.set(LAST_KEY, id),
  // Earlier versions added the id of a payment.
  read: (): string | null => deviceStorage.get(LAST_KEY)?.split(' ')[0] ?? null,
  forget: (): void => deviceStorage.remove(LAST_KEY),
};

const purchases = (): string[] => deviceStorage.get(PURCHASES_KEY)?.split(',') ?? [];

/** The top-ups that this browser started for payments, as `<payment id> <id>`, newest first. */
export const purchaseTopUps = {
  keep: (paymentId: string, id: string): void =>
    deviceStorage.set(
      PURCHASES_KEY,
      [`${paymentId} ${id}`, ...purchases().filter((entry) => !entry.startsWith(paymentId))]
        .slice(0, PURCHASES_KEPT)
        .join(','),
    ),
  find: (paymentId: string): string | null =>
    purchases()
      .find((entry) => entry.startsWith(paymentId))
      ?.split(' ')[1] ?? null,
};

/** Returns null if the top-up belongs to another player who used this browser before. */
export async function readTopUp(id: string, signal: AbortSignal): Promise<TopUp | null> {
  try {
    return await api.call('getTopUp', { id }, { signal });
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

/** Read with the page, so that the notice does not shift the page later. */
export async function readLastTopUp(signal: AbortSignal): Promise<TopUp | null> {
  const id = lastTopUp.read();
  const topUp = id === null ? null : await readTopUp(id, signal);
  if (!topUp) lastTopUp.forget();
  return topUp;
}

/** The server renders the checkout page; the parameter tells it the language of these pages. */
export function checkoutPath({ checkoutUrl }: Pick<TopUp, 'checkoutUrl'>): string {
  const url = new URL(checkoutUrl);
  url.searchParams.set('lang', locale.value);
  return url.href;
}
