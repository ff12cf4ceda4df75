import { tabStorage } from '../../../../kit/platform/storage.ts';

const STORAGE_KEY = 'pid:linking';

/** Remembers over the way to a provider and back that a login is being linked. */
export const linking = {
  begin: (): void => tabStorage.set(STORAGE_KEY, 'yes'),
  isUnderWay: (): boolean => tabStorage.get(STORAGE_KEY) !== null,
  end: (): void => tabStorage.remove(STORAGE_KEY),
};
