import { api } from '../api/api.ts';
import { deviceName } from '../format/device-name.ts';
import { createSilently } from './ceremony.ts';
import { canCreateSilently } from './send-signals.ts';

let isOffered = false;

/**
 * Lets the password manager that has just filled in the player's password create the first passkey without a
 * prompt. Tries once; returns false if no passkey was created.
 */
export async function offerPasskey(): Promise<boolean> {
  if (isOffered || !(await canCreateSilently())) return false;
  isOffered = true;
  try {
    const options = await api.call('passkeyCreationOptions', { conditional: true });
    const response = await createSilently(options);
    await api.call('registerPasskey', { response, name: deviceName(navigator.userAgent, 'Passkey') });
    return true;
  } catch {
    // The player did not start this, so show no error. The button below stays.
    return false;
  }
}
