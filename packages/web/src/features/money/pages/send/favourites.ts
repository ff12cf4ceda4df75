import { deviceStorage } from '../../../../kit/platform/storage.ts';
import { signedInHint } from '../../../../kit/session/session.ts';

const MAX = 20;

/** Separate for each player, because players may share a device. */
const key = () => `pid:favourites:${signedInHint.peek() ?? ''}`;

/** The receivers that a player has marked on this device. */
export const favourites = {
  read(): readonly string[] {
    try {
      const value: unknown = JSON.parse(deviceStorage.get(key()) ?? '[]');
      return Array.isArray(value) ? value.filter((pid) => /^[a-z0-9_]{3,20}@pid$/u.test(String(pid))) : [];
    } catch {
      return [];
    }
  },
  toggle(pid: string): readonly string[] {
    const known = favourites.read();
    const next = known.includes(pid) ? known.filter((other) => other !== pid) : [pid, ...known].slice(0, MAX);
    deviceStorage.set(key(), JSON.stringify(next));
    return next;
  },
};
