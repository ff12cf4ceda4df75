import { useId } from 'preact/hooks';
import { HANDLE_LENGTH } from '../../handle/check-handle.ts';
import { CheckIcon, CrossIcon, InfoIcon } from '../../ui/icons.tsx';
import { TextField } from '../../ui/inputs.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Text } from './text.en.ts';
import type { Availability } from './use-availability.ts';

function refusal(text: Text, handle: string, reason: string | undefined): string {
  if (reason === 'taken') return text.taken(handle);
  return reason === 'reserved' ? text.reserved(handle) : text.unavailable(handle);
}

function Answer({ text, handle, availability }: { text: Text; handle: string; availability: Availability }) {
  switch (availability.kind) {
    case 'checking':
      return (
        <span class="flex items-center gap-2 text-muted">
          <Spinner class="size-4" /> {text.checking}
        </span>
      );
    case 'available':
      return (
        <span class="flex items-center gap-2 text-good">
          <CheckIcon class="size-4" /> {text.available(handle)}
        </span>
      );
    case 'unavailable':
      return (
        <span class="flex items-center gap-2 text-bad">
          <CrossIcon class="size-4" /> {refusal(text, handle, availability.reason)}
        </span>
      );
    case 'unknown':
      return (
        <span class="flex items-center gap-2 text-note">
          <InfoIcon class="size-4" /> {text.uncheckable}
        </span>
      );
    default:
      return null;
  }
}

export interface HandleFieldProps {
  readonly text: Text;
  readonly typed: string;
  readonly handle: string;
  readonly availability: Availability;
  readonly error: string | undefined;
  readonly onType: (typed: string) => void;
}

export function HandleField({ text, typed, handle, availability, error, onType }: HandleFieldProps) {
  const id = useId();
  const flaw = availability.kind === 'flawed' && availability.flaw !== 'empty' ? availability.flaw : null;
  return (
    <div class="grid gap-2">
      <TextField
        label={text.label}
        hint={text.hint}
        error={error ?? (flaw ? text.flaws[flaw] : undefined)}
        describedBy={id}
        suffix="@pid"
        value={typed}
        onInput={onType}
        input={{
          name: 'handle',
          autocomplete: 'off',
          autocapitalize: 'none',
          spellcheck: false,
          maxLength: HANDLE_LENGTH.max + 4,
        }}
      />
      <p id={id} class="min-h-6 text-sm font-medium" aria-live="polite">
        <Answer text={text} handle={handle} availability={availability} />
      </p>
    </div>
  );
}
