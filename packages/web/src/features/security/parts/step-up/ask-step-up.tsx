import { overlay } from '../../../../kit/controls/overlay.ts';
import type { NamedRequest } from '../../../../kit/api/create-api.ts';
import { PasskeyError } from '../../../../kit/passkeys/passkey-error.ts';
import { StepUpDialog } from './dialog.tsx';
import { describeRequest, loadWords } from './words.ts';

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
