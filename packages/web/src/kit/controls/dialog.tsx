import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useCommon } from '../i18n/locale.ts';
import { CrossIcon } from './icons.tsx';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Prevents closing by Escape and the close button while an action runs. */
  readonly locked?: boolean;
}

/** The native dialog: it keeps the focus inside, closes on Escape, and returns the focus. */
export function Dialog({ open, title, onClose, children, actions, locked = false }: DialogProps) {
  const common = useCommon();
  const reference = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = reference.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  // Also returns the focus if the dialog is unmounted while open.
  useEffect(() => () => reference.current?.close(), []);
  return (
    <dialog
      ref={reference}
      class="panel"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!locked) onClose();
      }}
      onClose={() => {
        // Chromium closes on a second Escape even if the first was cancelled.
        if (open && locked) reference.current?.showModal();
        else if (open) onClose();
      }}
    >
      <div class="grid gap-4 p-5 sm:p-6">
        <div class="flex items-start justify-between gap-4">
          <h2 id={id} class="text-xl">
            {title}
          </h2>
          <button
            type="button"
            class="-mt-2 -mr-3 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken"
            aria-label={common.close}
            disabled={locked}
            onClick={onClose}
          >
            <CrossIcon />
          </button>
        </div>
        {open && children}
        {open && actions && (
          <div class="flex flex-col-reverse gap-3 pt-2 pb-1 sm:flex-row sm:justify-end">{actions}</div>
        )}
      </div>
    </dialog>
  );
}
