import { useEffect, useState } from 'preact/hooks';
import { HANDLE_LENGTH, findHandleFlaw } from '../../parts/handle/check-handle.ts';
import { CheckIcon, InfoIcon } from '../../../../kit/controls/icons.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { Spinner } from '../../../../kit/controls/spinner.tsx';
import { api } from '../../../../kit/api/api.ts';
import { isAbort } from '../../../../kit/platform/is-abort.ts';
import type { HandleFlaw } from '../../parts/handle/check-handle.ts';
import type { Text } from './text.en.ts';

type Availability =
  | { readonly kind: 'flawed'; readonly flaw: HandleFlaw }
  | { readonly kind: 'checking' }
  | { readonly kind: 'available' }
  | { readonly kind: 'unavailable'; readonly code: string | undefined }
  /** The server did not say; the claim itself decides. */
  | { readonly kind: 'unknown' };

/** Long enough to spare the rate-limited route while a player types, short enough to feel immediate. */
const PAUSE_MILLISECONDS = 300;

async function ask(handle: string, signal: AbortSignal): Promise<Availability> {
  try {
    const answer = await api.call('checkHandle', { handle }, { session: 'none', signal, attempts: 2 });
    return answer.available ? { kind: 'available' } : { kind: 'unavailable', code: answer.code };
  } catch (error) {
    if (isAbort(error)) throw error;
    return { kind: 'unknown' };
  }
}

export function useAvailability(handle: string): Availability {
  const [answered, setAnswered] = useState<{ handle: string; availability: Availability } | null>(null);
  const flaw = findHandleFlaw(handle);
  useEffect(() => {
    if (flaw !== null) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      ask(handle, controller.signal).then(
        (availability) => setAnswered({ handle, availability }),
        () => undefined,
      );
    }, PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [handle, flaw]);
  if (flaw !== null) return { kind: 'flawed', flaw };
  return answered?.handle === handle ? answered.availability : { kind: 'checking' };
}

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

interface HandleFieldProps {
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
