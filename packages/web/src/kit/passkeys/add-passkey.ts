import { api } from '../api/api.ts';
import type { RegisteredPasskey } from '../api/shapes.ts';
import { deviceName } from '../format/device-name.ts';
import { createPasskey } from './ceremony.ts';
import { tellKeepers } from './tell-keepers.ts';

/**
 * Creates a passkey on this device. The first one is active immediately; each further one waits for approval
 * by another. With `counting`, a first passkey is not created in an old session, where it would not count for
 * three days: the player must sign in again first.
 */
export async function addPasskey({ counting = false } = {}): Promise<RegisteredPasskey> {
  const options = await api.call('passkeyCreationOptions', { counting });
  const response = await createPasskey(options);
  const added = await api.call('registerPasskey', {
    response,
    name: deviceName(navigator.userAgent, 'Passkey'),
  });
  tellKeepers();
  return added;
}
