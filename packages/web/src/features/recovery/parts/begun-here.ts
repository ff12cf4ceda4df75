import { deviceStorage } from '../../../kit/platform/storage.ts';

const KEY = 'pid:recovery';

/** Whoever began a recovery on this device is led through it; everybody else is warned. It changes words alone. */
export const rememberBegun = (id: string) => deviceStorage.set(KEY, id);
export const isBegunHere = (id: string) => deviceStorage.get(KEY) === id;
