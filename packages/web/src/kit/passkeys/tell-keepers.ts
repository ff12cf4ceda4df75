import { api } from '../api/api.ts';

/**
 * Call this after any change of the passkeys or the name. It tells password managers if the browser supports
 * that, and does not block.
 */
export function tellKeepers(): void {
  if (typeof PublicKeyCredential !== 'function' || !('signalAllAcceptedCredentials' in PublicKeyCredential))
    return;
  void import('./send-signals.ts').then(
    ({ sendSignals }) => sendSignals(() => api.call('passkeySignals')),
    () => undefined,
  );
}
