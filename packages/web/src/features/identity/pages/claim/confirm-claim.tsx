import { Button } from '../../../../kit/controls/button.tsx';
import { Dialog } from '../../../../kit/controls/dialog.tsx';
import type { Text } from './text.en.ts';

export interface ConfirmClaimProps {
  readonly text: Text;
  readonly handle: string;
  readonly appName: string | undefined;
  readonly open: boolean;
  readonly busy: boolean;
  /** `allow`: whether the app gets access too. */
  readonly onConfirm: (allow: boolean) => Promise<void>;
  readonly onClose: () => void;
}

export function ConfirmClaim({ text, handle, appName, open, busy, onConfirm, onClose }: ConfirmClaimProps) {
  return (
    <Dialog
      open={open}
      locked={busy}
      title={text.confirmTitle(`${handle}@pid`)}
      onClose={onClose}
      actions={
        <>
          <Button look="plain" disabled={busy} onClick={onClose}>
            {text.change}
          </Button>
          {appName !== undefined && (
            <Button look="plain" disabled={busy} waitsToBeRead onClick={() => onConfirm(false)}>
              {text.confirmAndDeny(appName)}
            </Button>
          )}
          <Button look="sun" busy={busy} waitsToBeRead onClick={() => onConfirm(true)}>
            {appName === undefined ? text.confirm(handle) : text.confirmAndAllow(appName)}
          </Button>
        </>
      }
    >
      <p class="rounded-md bg-sunken p-4 text-center font-mono text-xl font-semibold break-all">
        {handle}@pid
      </p>
      <p>{text.confirmBody}</p>
      {appName !== undefined && <p class="text-sm text-muted">{text.consentBody(appName)}</p>}
    </Dialog>
  );
}
