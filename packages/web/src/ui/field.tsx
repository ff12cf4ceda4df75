import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { WarningIcon } from './icons.tsx';

export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  /** Other text that belongs to the control, such as a live answer. */
  readonly describedBy?: string;
  readonly children: (control: ControlProps) => ComponentChildren;
}

/** Label, hint and error around one control, tied together for assistive technology. */
export function Field({ label, hint, error, describedBy, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`, describedBy].filter(Boolean).join(' ');
  return (
    <div class="grid gap-1.5">
      <label for={id} class="text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? 'true' : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} class="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="flex items-start gap-1.5 text-sm font-medium text-bad">
          <WarningIcon class="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
