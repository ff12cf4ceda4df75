import { PAGE_PATHS } from './page-paths.ts';
import { tabStorage } from '../platform/storage.ts';
import { localPath } from './local-path.ts';

const STORAGE_KEY = 'pid:return-to';

/**
 * The page that this tab wanted before the sign-in. A provider's refusal and a claim return without it, so it
 * is stored here.
 */
export const returnPlace = {
  keep: (path: string): void => tabStorage.set(STORAGE_KEY, path),
  read: (): string => localPath(tabStorage.get(STORAGE_KEY), location.origin, PAGE_PATHS.home),
  forget: (): void => tabStorage.remove(STORAGE_KEY),
};
