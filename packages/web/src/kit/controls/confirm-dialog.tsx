import type { ComponentChildren } from 'preact';
import { useCommon } from '../i18n/locale.ts';
import { Button } from './button.tsx';
import type { ButtonLook } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { useAction } from './use-action.ts';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly confirm: string;
  readonly look?: ButtonLook;
  readonly children: ComponentChildren;
  readonly disabled?: boolean;
  readonly onConfirm: () => Promise<void>;
  /** Returns the next step after an error of the action, if the page knows one. */
  readonly remedy?: (error: unknown) => ComponentChildren;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. If the action fails, stays open and shows the error. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const common = useCommon();
  const action = useAction(async () => {
    await props.onConfirm();
    props.onClose();
  });
  const close = () => {
    action.clear();
    props.onClose();
  };
  return (
    <Dialog
      open={props.open}
      locked={action.busy}
      title={props.title}
      onClose={close}
      actions={
        <>
          <Button look="plain" disabled={action.busy} onClick={close}>
            {common.cancel}
          </Button>
          <Button
            look={props.look ?? 'danger'}
            busy={action.busy}
            disabled={props.disabled === true}
            onClick={() => action.run()}
          >
            {props.confirm}
          </Button>
        </>
      }
    >
      <div class="grid gap-3">{props.children}</div>
      <ErrorNotice error={action.error} action={props.remedy?.(action.error)} />
    </Dialog>
  );
}
