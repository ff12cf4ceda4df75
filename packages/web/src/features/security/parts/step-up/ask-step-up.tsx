import { PasskeyError } from '../../../../kit/passkeys/passkey-error.ts';
import { StepUpDialog } from './dialog.tsx';
import { operationOf } from './operations.ts';
import type { PlainCall } from '../../../../kit/api/create-api.ts';
import { overlay } from '../../../../kit/controls/overlay.ts';
import { deedOf, loadWords } from './words.ts';

/** Asks the person in front of the page; the header for the request, null for a request that never asks, or a `PasskeyError`. */
export async function askStepUp(call: PlainCall): Promise<string | null> {
  const known = operationOf(call);
  if (!known) return null;
  const text = await loadWords();
  return new Promise((resolve, reject) => {
    const close = (settle: () => void) => {
      overlay.value = null;
      settle();
    };
    overlay.value = (
      <StepUpDialog
        text={text}
        deed={deedOf(text, known, call.body)}
        call={call}
        known={known}
        onSigned={(header) => close(() => resolve(header))}
        onClose={() => close(() => reject(new PasskeyError('cancelled')))}
      />
    );
  });
}
