import { deviceStorage } from '../platform/storage.ts';

const STORAGE_KEY = 'pid:seen-balance';

/** The balance that this device showed last. It is forgotten at sign-out. */
export const seenBalance = {
  /** Keeps the new balance. Returns whether it has grown; false if this device showed none for the player yet. */
  hasGrown(pid: string, balance: number): boolean {
    const [known, before] = (deviceStorage.get(STORAGE_KEY) ?? '').split(' ');
    deviceStorage.set(STORAGE_KEY, `${pid} ${balance}`);
    return known === pid && balance > Number(before);
  },
  forget: (): void => deviceStorage.remove(STORAGE_KEY),
};
