import { api } from '../../../../kit/api/api.ts';

/** After whatever changes the passkeys or the name: their keepers hear of it where the browser can tell them. Nobody waits for it. */
export function tellKeepers(): void {
  if (typeof PublicKeyCredential !== 'function' || !('signalAllAcceptedCredentials' in PublicKeyCredential))
    return;
  void import('../../../../kit/passkeys/send-signals.ts').then(
    ({ sendSignals }) => sendSignals(() => api.call('passkeySignals')),
    () => undefined,
  );
}
