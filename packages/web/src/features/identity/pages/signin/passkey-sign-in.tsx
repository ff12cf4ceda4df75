import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import {
  passkeysSupported,
  askPasskey,
  autofillSupported,
  cancelCeremony,
} from '../../../../kit/passkeys/ceremony.ts';
import { PasskeyError } from '../../../../kit/passkeys/passkey-error.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { KeyIcon } from '../../../../kit/controls/icons.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { api } from '../../../../kit/api/api.ts';
import { isWorthRetrying } from '../../../../kit/api/retry.ts';
import { tellKeepers } from '../../../../kit/passkeys/tell-keepers.ts';
import { rememberSignedIn } from '../../../../kit/session/session.ts';
import type { Text } from './text.en.ts';

/** The server keeps a challenge for ten minutes; the offer is renewed before that. */
const OFFER_MILLISECONDS = 9 * 60_000;

async function signInWithPasskey(options: { autofill?: boolean } = {}): Promise<void> {
  const request = await api.call('passkeySignInOptions', {}, { session: 'none' });
  const response = await askPasskey(request, options);
  const answer = await api.call('signInWithPasskey', { response }, { session: 'none' });
  rememberSignedIn(answer.pid);
  tellKeepers();
}

interface PasskeyOffer {
  readonly onSignedIn: () => void;
  readonly onRefused: (error: unknown) => void;
}

/**
 * Offers the device's passkeys in the input field until the returned function is called or another ceremony
 * starts, such as the button's.
 */
function offerPasskeys({ onSignedIn, onRefused }: PasskeyOffer): () => void {
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

function WhyNot({ text, error }: { text: Text; error: unknown }) {
  if (error instanceof PasskeyError && error.problem === 'cancelled')
    return <Notice live>{text.passkeyCancelled}</Notice>;
  const unknown = error instanceof Refusal && [400, 404].includes(error.status);
  if (!unknown) return <ErrorNotice error={error} />;
  return (
    <Notice tone="bad" live>
      {text.passkeyRefused}
    </Notice>
  );
}

/** A passkey from a recovery that was made elsewhere: it works after a sign-in with the provider. */
const needsProvider = (error: unknown) =>
  error instanceof Refusal && error.code === 'not_yet' && error.context['reason'] === 'provider';

interface PasskeySignInProps {
  readonly text: Text;
  readonly onNeedsProvider: () => void;
  readonly onSignedIn: () => Promise<void>;
}

/**
 * The button starts a passkey sign-in. The field also lets password managers offer passkeys (WebAuthn L3,
 * conditional mediation).
 */
export function PasskeySignIn({ text, onSignedIn, onNeedsProvider }: PasskeySignInProps) {
  const [round, setRound] = useState(0);
  const [refused, setRefused] = useState<unknown>(null);
  const action = useAction(async () => {
    setRefused(null);
    try {
      await signInWithPasskey();
    } catch (error) {
      // The button's ceremony has cancelled the offer in the field, so start that again.
      setRound((round) => round + 1);
      throw error;
    }
    await onSignedIn();
  });
  useEffect(() => {
    const stop = offerPasskeys({ onSignedIn: () => void onSignedIn(), onRefused: setRefused });
    const timer = setTimeout(() => setRound((round) => round + 1), OFFER_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [round]);
  const error = action.error ?? refused;
  useEffect(() => {
    if (needsProvider(error)) onNeedsProvider();
  }, [error]);
  if (!passkeysSupported()) return <Notice>{text.passkeyMissing}</Notice>;
  return (
    <div class="grid gap-3">
      <Button busy={action.busy} onClick={() => action.run()}>
        <KeyIcon />
        {text.passkey}
      </Button>
      <WhyNot text={text} error={error} />
    </div>
  );
}
