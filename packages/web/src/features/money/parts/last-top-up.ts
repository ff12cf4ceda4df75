import { deviceStorage } from '../../../kit/platform/storage.ts';

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
