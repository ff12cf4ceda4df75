import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { isWorthRetrying } from '../../../../kit/api/retry.ts';
import { askPasskey, autofillSupported, cancelCeremony } from '../../../../kit/passkeys/ceremony.ts';
import { tellKeepers } from '../../../../kit/passkeys/tell-keepers.ts';
import { rememberSignedIn } from '../../../../kit/session/session.ts';

/** The server keeps a challenge for ten minutes; the offer is renewed before that. */
export const OFFER_MILLISECONDS = 9 * 60_000;

export async function signInWithPasskey(options: { autofill?: boolean } = {}): Promise<void> {
  const request = await api.call('passkeySignInOptions', {}, { session: 'none' });
  const response = await askPasskey(request, options);
  const answer = await api.call('signInWithPasskey', { response }, { session: 'none' });
  rememberSignedIn(answer.pid);
  tellKeepers();
}

export interface PasskeyOffer {
  readonly onSignedIn: () => void;
  readonly onRefused: (error: unknown) => void;
}

/**
 * Offers the device's passkeys in the input field until the returned function is called or another ceremony
 * starts, such as the button's.
 */
export function offerPasskeys({ onSignedIn, onRefused }: PasskeyOffer): () => void {
  let stopped = false;
  const offer = async () => {
    try {
      if (!(await autofillSupported()) || stopped) return;
      await signInWithPasskey({ autofill: true });
      if (!stopped) onSignedIn();
    } catch (error) {
      // The player did not start this, so report only a passkey that was chosen and refused.
      if (!stopped && error instanceof Refusal && !isWorthRetrying(error)) onRefused(error);
    }
  };
  void offer();
  return () => {
    stopped = true;
    void cancelCeremony();
  };
}
