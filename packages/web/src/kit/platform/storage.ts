/** Storage that never throws: private windows and strict settings may forbid it. */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

function safeStorage(open: () => Storage): SafeStorage {
  const attempt = <T>(use: (storage: Storage) => T, fallback: T): T => {
    try {
      return use(open());
    } catch {
      return fallback;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(key), null),
    set: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
  };
}

export const deviceStorage = safeStorage(() => localStorage);
export const tabStorage = safeStorage(() => sessionStorage);

/** Storage key of a request that moves money, until its result is known. */
export const intentKey = (action: string) => `pid:intent:${action}`;

/**
 * Storage key of a player's certificates on this device; the wallet page writes them and the exit page reads
 * them.
 */
export const certificatesKey = (pid: string) => `pid:wallet:certificates:${pid}`;
