import { tabStorage } from '../../../../kit/platform/storage.ts';

const STORAGE_KEY = 'pid:wanted-handle';

/** Keeps the handle that was tried on the landing page until the claim page offers it. */
export const wantedHandle = {
  read: (): string | null => tabStorage.get(STORAGE_KEY),
  keep: (handle: string): void => tabStorage.set(STORAGE_KEY, handle),
  forget: (): void => tabStorage.remove(STORAGE_KEY),
};
