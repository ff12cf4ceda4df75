import { HANDLE_LENGTH } from '../../parts/handle/check-handle.ts';
import { CheckIcon, InfoIcon } from '../../../../kit/controls/icons.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { Spinner } from '../../../../kit/controls/spinner.tsx';
import type { Text } from './text.en.ts';
import type { Availability } from './use-availability.ts';

function refusal(text: Text, handle: string, code: string | undefined): string {
  if (code === 'handle_taken') return text.taken(handle);
  return code === 'handle_reserved' ? text.reserved(handle) : text.unavailable(handle);
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
    case 'unknown':
      return (
        <span class="flex items-center gap-2 text-note">
          <InfoIcon class="size-4" /> {text.uncheckable}
        </span>
      );
    default:
      return <span>{text.hint}</span>;
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

function problem({ text, handle, availability, error }: HandleFieldProps): string | undefined {
  if (error !== undefined) return error;
  if (availability.kind === 'unavailable') return refusal(text, handle, availability.code);
  return availability.kind === 'flawed' && availability.flaw !== 'empty'
    ? text.flaws[availability.flaw]
    : undefined;
}

export function HandleField(props: HandleFieldProps) {
  const { text, typed, handle, availability, onType } = props;
  return (
    <TextField
      label={text.label}
      hint={<Answer text={text} handle={handle} availability={availability} />}
      error={problem(props)}
      live
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
  );
}
