import { deviceStorage } from '../../../kit/platform/storage.ts';

/** What a stopped recovery had: the guardians that had approved it. */
export interface Stopped {
  readonly kinds: readonly ('passkey' | 'sheet' | 'account')[];
  /** The players among them whom this service knows. */
  readonly pids: readonly string[];
}

const keptUnder = (pid: string) => `pid:recovery-stopped:${pid}`;

/** Kept on this device until the player has replaced what the recovery had: the page must not look safe before. */
export const keptStopped = {
  keep: (pid: string, stopped: Stopped): void => deviceStorage.set(keptUnder(pid), JSON.stringify(stopped)),
  forget: (pid: string): void => deviceStorage.remove(keptUnder(pid)),
  read(pid: string): Stopped | null {
    try {
      const { kinds, pids } = JSON.parse(deviceStorage.get(keptUnder(pid)) ?? 'null') as Stopped;
      return Array.isArray(kinds) && Array.isArray(pids) ? { kinds, pids } : null;
    } catch {
      return null;
    }
  },
};
