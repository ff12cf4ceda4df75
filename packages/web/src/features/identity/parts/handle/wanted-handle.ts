import { tabStorage } from '../../../../kit/platform/storage.ts';

const STORAGE_KEY = 'pid:wanted-handle';

/** The name tried out on the landing page waits here until the claim page offers it. */
export const wantedHandle = {
  read: (): string | null => tabStorage.get(STORAGE_KEY),
  keep: (handle: string): void => tabStorage.set(STORAGE_KEY, handle),
  forget: (): void => tabStorage.remove(STORAGE_KEY),
};
