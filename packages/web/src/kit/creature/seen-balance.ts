import { deviceStorage } from '../platform/storage.ts';

const STORAGE_KEY = 'pid:seen-balance';

/** The balance that this device showed last. It is forgotten at sign-out. */
export const seenBalance = {
  /** Keeps the new balance. Returns by how much it has grown; 0 if this device showed none for the player yet. */
  grow(pid: string, balance: number): number {
    const [known, before] = (deviceStorage.get(STORAGE_KEY) ?? '').split(' ');
    deviceStorage.set(STORAGE_KEY, `${pid} ${balance}`);
    return known === pid ? Math.max(0, balance - Number(before)) : 0;
  },
  forget: (): void => deviceStorage.remove(STORAGE_KEY),
};
