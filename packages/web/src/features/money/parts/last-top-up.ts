import { deviceStorage } from '../../../kit/platform/storage.ts';

const STORAGE_KEY = 'pid:last-top-up';

/** The top-up that this browser began last, so that the money page can say what became of it. */
export const lastTopUp = {
  keep: (id: string): void => deviceStorage.set(STORAGE_KEY, id),
  read: (): string | null => deviceStorage.get(STORAGE_KEY),
  forget: (): void => deviceStorage.remove(STORAGE_KEY),
};
