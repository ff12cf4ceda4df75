import { deviceStorage } from '../../../kit/platform/storage.ts';

const KEY = 'pid:recovery';

/**
 * The device that started a recovery guides the player; other devices show a warning. This only changes
 * texts.
 */
export const rememberBegun = (id: string) => deviceStorage.set(KEY, id);
export const isBegunHere = (id: string) => deviceStorage.get(KEY) === id;
