import { deviceStorage } from '../../../kit/platform/storage.ts';

const STORAGE_KEY = 'pid:last-top-up';

/** `<id>`, or `<id> <payment id>` when a payment waits for it. */
const read = (): readonly string[] => deviceStorage.get(STORAGE_KEY)?.split(' ') ?? [];

/** The top-up that this browser began last, so that the pages that wait for it can say what became of it. */
export const lastTopUp = {
  keep: (id: string, paymentId?: string): void =>
    deviceStorage.set(STORAGE_KEY, paymentId === undefined ? id : `${id} ${paymentId}`),
  read: (): string | null => read()[0] ?? null,
  isFor: (paymentId: string): boolean => read()[1] === paymentId,
  forget: (): void => deviceStorage.remove(STORAGE_KEY),
};
