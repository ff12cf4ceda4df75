import { api } from '../../../../kit/api/api.ts';
import { deviceName } from '../../../../kit/format/describe-device.ts';
import { createSilently } from '../../../../kit/passkeys/ceremony.ts';
import { canCreateSilently } from '../../../../kit/passkeys/send-signals.ts';

let isOffered = false;

/** The first passkey, made by whoever has just filled in the player's password, without a prompt. Tried once; false when nothing came of it. */
export async function offerPasskey(): Promise<boolean> {
  if (isOffered || !(await canCreateSilently())) return false;
  isOffered = true;
  try {
    const options = await api.call('passkeyCreationOptions', { conditional: true });
    const response = await createSilently(options);
    await api.call('registerPasskey', { response, name: deviceName(navigator.userAgent, 'Passkey') });
    return true;
  } catch {
    // Nobody asked for it: the button below stays.
    return false;
  }
}
