import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { isWorthRetrying } from '../../../../kit/api/retry.ts';
import { askPasskey, autofillSupported, cancelCeremony } from '../../../../kit/passkeys/ceremony.ts';
import { tellKeepers } from '../../../security/parts/passkeys/tell-keepers.ts';
import { rememberSignedIn } from './session.ts';

/** The server keeps a challenge for ten minutes; an offer is renewed before. */
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
 * Offers the device's passkeys in the field that asks for them, until the returned function is called or another ceremony,
 * such as that of the button, takes over.
 */
export function offerPasskeys({ onSignedIn, onRefused }: PasskeyOffer): () => void {
  let stopped = false;
  const offer = async () => {
    try {
      if (!(await autofillSupported()) || stopped) return;
      await signInWithPasskey({ autofill: true });
      if (!stopped) onSignedIn();
    } catch (error) {
      // Nobody asked for this: only a passkey that was chosen and refused is worth a word.
      if (!stopped && error instanceof Refusal && !isWorthRetrying(error)) onRefused(error);
    }
  };
  void offer();
  return () => {
    stopped = true;
    void cancelCeremony();
  };
}
