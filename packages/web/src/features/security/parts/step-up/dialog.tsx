import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Dialog } from '../../../../kit/controls/dialog.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { NamedRequest } from '../../../../kit/api/create-api.ts';
import { PasskeyNotice } from '../../../../kit/passkeys/passkey-notice.tsx';
import { signStepUp, WrongChallengeError } from './sign-step-up.ts';
import type { Text } from './text.en.ts';

export interface StepUpDialogProps {
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
export function StepUpDialog({ text, action, request, onSigned, onClose }: StepUpDialogProps) {
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
