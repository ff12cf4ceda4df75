import { fromBase64Url, isStepUpChallenge, toBase64Url, utf8 } from '@pid/protocol';
import { overlay } from '../../../../kit/controls/overlay.ts';
import type { NamedRequest } from '../../../../kit/api/create-api.ts';
import { PasskeyError } from '../../../../kit/passkeys/passkey-error.ts';
import { api } from '../../../../kit/api/api.ts';
import { signWithPasskey } from '../../../../kit/passkeys/ceremony.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Dialog } from '../../../../kit/controls/dialog.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { PasskeyNotice } from '../../../../kit/passkeys/passkey-notice.tsx';
import { describeRequest, loadWords } from './words.ts';
import type { Text } from './text.en.ts';

/** The server's challenge is for another request than the one that this page is about to send. */
class WrongChallengeError extends Error {
  override readonly name = 'WrongChallengeError';
}

/**
 * Has a passkey sign one request and returns the header for it. Recomputes the challenge before asking the
 * player.
 */
async function signStepUp({ name, method, path, params, body }: NamedRequest): Promise<string> {
  const options = await api.call('stepUpOptions', {
    operation: name,
    params,
    query: {},
    ...(body === undefined ? {} : { body }),
  });
  if (!isStepUpChallenge(fromBase64Url(options.challenge), { method, path, query: {}, body: body ?? null }))
    throw new WrongChallengeError('The challenge is for another request');
  const { challenge, allowCredentials, userVerification } = options;
  const assertion = await signWithPasskey({ challenge, allowCredentials, userVerification });
  return toBase64Url(utf8(JSON.stringify(assertion)));
}

interface StepUpDialogProps {
  readonly text: Text;
  readonly action: string;
  readonly request: NamedRequest;
  readonly onSigned: (header: string) => void;
  readonly onClose: () => void;
}

/**
 * Describes the action before the browser asks for the passkey, because the browser's window names only the
 * site.
 */
function StepUpDialog({ text, action, request, onSigned, onClose }: StepUpDialogProps) {
  const common = useCommon();
  const sign = useAction(async () => onSigned(await signStepUp(request)));
  return (
    <Dialog
      open
      locked={sign.busy}
      title={text.title}
      onClose={onClose}
      actions={
        <>
          <Button look="plain" disabled={sign.busy} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button busy={sign.busy} waitsToBeRead onClick={() => sign.run()}>
            {text.confirm}
          </Button>
        </>
      }
    >
      <p>{text.lead}</p>
      <p class="rounded-md bg-sunken p-4 text-lg font-semibold break-words">{action}</p>
      {sign.error instanceof WrongChallengeError ? (
        <Notice tone="bad" live>
          {text.wrong}
        </Notice>
      ) : (
        <PasskeyNotice error={sign.error} onLeave={onClose} />
      )}
    </Dialog>
  );
}

/**
 * Asks the player to confirm. Returns the header for the request, or null if the request never needs a
 * confirmation. Throws a `PasskeyError` if the player cancels.
 */
export async function askStepUp(request: NamedRequest): Promise<string | null> {
  const text = await loadWords();
  const action = describeRequest(text, request);
  if (action === null) return null;
  return new Promise((resolve, reject) => {
    const close = (settle: () => void) => {
      overlay.value = null;
      settle();
    };
    overlay.value = (
      <StepUpDialog
        text={text}
        action={action}
        request={request}
        onSigned={(header) => close(() => resolve(header))}
        onClose={() => close(() => reject(new PasskeyError('cancelled')))}
      />
    );
  });
}
