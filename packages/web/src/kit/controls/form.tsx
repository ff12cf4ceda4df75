import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { WarningIcon } from './icons.tsx';

interface FormProps {
  readonly class: string;
  readonly role?: 'search';
  readonly noValidate?: boolean;
  readonly onFocusIn?: () => void;
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
}

/** A form that a script submits, without leaving the page. */
export function Form({ onSubmit, ...attributes }: FormProps) {
  return (
    <form
      {...attributes}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        onSubmit();
        // The wrong field may be above the screen, and a screen reader reads it with its error.
        requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      }}
    />
  );
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  /** Announces hint and error when they change while the player types. */
  readonly live?: boolean;
  readonly children: (control: ControlProps) => ComponentChildren;
}

/** Label, hint and error of one control. An error replaces the hint, so that the layout does not shift. */
export function Field({ label, hint, error, live = false, children }: FieldProps) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div class="grid gap-1.5">
      <label for={id} class="text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described,
        'aria-invalid': error ? 'true' : undefined,
      })}
      <div class={live ? 'min-h-12 sm:min-h-6' : 'min-h-6'} aria-live={live ? 'polite' : undefined}>
        {error ? (
          <p id={`${id}-error`} class="flex items-start gap-1.5 text-sm font-medium text-bad">
            <WarningIcon class="mt-0.5 size-4" />
            <span>{error}</span>
          </p>
        ) : (
          hint && (
            <div id={`${id}-hint`} class="text-sm text-muted">
              {hint}
            </div>
          )
        )}
      </div>
    </div>
  );
}
