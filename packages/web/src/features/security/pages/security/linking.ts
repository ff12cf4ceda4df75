import { tabStorage } from '../../../../kit/platform/storage.ts';

const STORAGE_KEY = 'pid:linking';

/** Remembers in this tab that a login is being linked, while the browser is at the provider. */
export const linking = {
  begin: (): void => tabStorage.set(STORAGE_KEY, 'yes'),
  isUnderWay: (): boolean => tabStorage.get(STORAGE_KEY) !== null,
  end: (): void => tabStorage.remove(STORAGE_KEY),
};
