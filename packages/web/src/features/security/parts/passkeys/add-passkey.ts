import { api } from '../../../../kit/api/api.ts';
import type { RegisteredPasskey } from '../shapes.ts';
import { deviceName } from '../../../../kit/format/describe-device.ts';
import { createPasskey } from '../../../../kit/passkeys/ceremony.ts';
import { tellKeepers } from './tell-keepers.ts';

/**
 * Makes a passkey on this device. The first is active at once, each further one waits for the approval of another. With `counting` a first
 * one is not made in an old session, where it could do nothing for three days: signing in again comes first.
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
