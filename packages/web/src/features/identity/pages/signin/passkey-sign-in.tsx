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
import { Form } from '../../../../kit/controls/form.tsx';
import { KeyIcon } from '../../../../kit/controls/icons.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
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

export interface PasskeySignInProps {
  readonly text: Text;
  readonly onSignedIn: () => Promise<void>;
}

/** The field is where browsers offer the passkeys they hold (WebAuthn L3, conditional mediation); the button asks outright. */
export function PasskeySignIn({ text, onSignedIn }: PasskeySignInProps) {
  const [name, setName] = useState('');
  const [round, setRound] = useState(0);
  const [refused, setRefused] = useState<unknown>(null);
  const action = useAction(async () => {
    setRefused(null);
    try {
      await signInWithPasskey();
    } catch (error) {
      // The button's ceremony took the place of the field's offer.
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
  if (!passkeysSupported()) return <Notice>{text.passkeyMissing}</Notice>;
  return (
    <Form class="grid gap-3" onSubmit={action.run}>
      <TextField
        label={text.name}
        hint={text.passkeyHint}
        value={name}
        onInput={setName}
        input={{
          name: 'username',
          autocomplete: 'username webauthn',
          autocapitalize: 'none',
          spellcheck: false,
          maxLength: 24,
        }}
      />
      <Button type="submit" busy={action.busy}>
        <KeyIcon />
        {text.passkey}
      </Button>
      <WhyNot text={text} error={action.error ?? refused} />
    </Form>
  );
}
