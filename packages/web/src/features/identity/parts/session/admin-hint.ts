import { signal } from '@preact/signals';
import { deviceStorage } from '../../../../kit/platform/storage.ts';

const STORAGE_KEY = 'pid:administers';

/**
 * True if the administration page has opened on this device. It only shows a link and never decides access.
 */
export const adminHint = signal(deviceStorage.get(STORAGE_KEY) === 'yes');

export function rememberAdmin(isAdmin: boolean): void {
  adminHint.value = isAdmin;
  if (isAdmin) deviceStorage.set(STORAGE_KEY, 'yes');
  else deviceStorage.remove(STORAGE_KEY);
}
