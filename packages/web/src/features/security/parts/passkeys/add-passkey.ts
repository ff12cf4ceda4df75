import { api } from '../../../../kit/api/api.ts';
import type { RegisteredPasskey } from '../shapes.ts';
import { deviceName } from '../../../../kit/format/describe-device.ts';
import { createPasskey } from '../../../../kit/passkeys/ceremony.ts';
import { tellKeepers } from './tell-keepers.ts';

/** Makes a passkey on this device. The first is active at once, each further one waits for the approval of another. */
export async function addPasskey(): Promise<RegisteredPasskey> {
  const options = await api.call('passkeyCreationOptions');
  const response = await createPasskey(options);
  const added = await api.call('registerPasskey', {
    response,
    name: deviceName(navigator.userAgent, 'Passkey'),
  });
  tellKeepers();
  return added;
}
