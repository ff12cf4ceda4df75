import { Refusal } from '@pid/contract/client';
import { deviceStorage } from '../../../kit/platform/storage.ts';
import { api } from '../../../kit/api/api.ts';
import type { TopUp } from '../../../kit/api/shapes.ts';
import { locale } from '../../../kit/i18n/locale.ts';

const STORAGE_KEY = 'pid:last-top-up';

/** `<id>`, or `<id> <payment id>` if a payment waits for the top-up. */
const read = (): readonly string[] => deviceStorage.get(STORAGE_KEY)?.split(' ') ?? [];

/** The last top-up that this browser started, so that waiting pages can show its result. */
export const lastTopUp = {
  keep: (id: string, paymentId?: string): void =>
    deviceStorage.set(STORAGE_KEY, paymentId === undefined ? id : `${id} ${paymentId}`),
  read: (): string | null => read()[0] ?? null,
  isFor: (paymentId: string): boolean => read()[1] === paymentId,
  forget: (): void => deviceStorage.remove(STORAGE_KEY),
};

/** Read with the page, so that the notice does not shift the page later. */
export async function readLastTopUp(signal: AbortSignal): Promise<TopUp | null> {
  const id = lastTopUp.read();
  if (id === null) return null;
  try {
    return await api.call('getTopUp', { id }, { signal });
  } catch (error) {
    // The top-up belongs to another player who used this browser before.
    if (!(error instanceof Refusal && error.status === 404)) throw error;
    lastTopUp.forget();
    return null;
  }
}

/** The server renders the checkout page; the parameter tells it the language of these pages. */
export function checkoutPath({ checkoutUrl }: Pick<TopUp, 'checkoutUrl'>): string {
  const url = new URL(checkoutUrl);
  url.searchParams.set('lang', locale.value);
  return url.href;
}
