import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { passkeysSupported } from '../../../../kit/passkeys/ceremony.ts';
import { PasskeyError } from '../../../../kit/passkeys/passkey-error.ts';
import {
  OFFER_MILLISECONDS,
  offerPasskeys,
  signInWithPasskey,
} from '../../parts/session/sign-in-with-passkey.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { KeyIcon } from '../../../../kit/controls/icons.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Text } from './text.en.ts';

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

export interface PasskeySignInProps {
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
