import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../../kit/controls/field.tsx';
import { locale } from '../../../kit/i18n/locale.ts';
import type { sayAmount } from './say-amount.ts';
import { readAmount, takeInput, writeAmount } from './type-amount.ts';

export interface AmountFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** As typed, with dots, in English with commas. */
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly name: string;
  readonly disabled?: boolean;
}

/** The words for numbers come when there is a number to say; without them the digits stand alone. */
function useSaid(amount: number | null): string | undefined {
  const [words, setWords] = useState<{ readonly sayAmount: typeof sayAmount } | null>(null);
  const isNeeded = amount !== null;
  useEffect(() => {
    if (isNeeded)
      import('./say-amount.ts').then(
        (loaded) => setWords(loaded),
        () => undefined,
      );
  }, [isNeeded]);
  return amount === null ? undefined : words?.sayAmount(amount, locale.value);
}

/** Rupiah as they are written, dots and all, while they are typed; `25rb` and what is pasted are read too, and said back in words. */
export function AmountField({ value, onInput, name, hint, disabled = false, ...field }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const said = useSaid(readAmount(value));
  const settle = () => onInput(writeAmount(value));
  return (
    <Field {...field} hint={said ?? hint}>
      {(control) => (
        <div class="relative">
          <span class="pointer-events-none absolute inset-y-0 left-4 flex items-center font-display text-xl font-bold text-muted">
            Rp
          </span>
          <input
            {...control}
            ref={input}
            type="text"
            name={name}
            disabled={disabled}
            inputMode="numeric"
            enterKeyHint="next"
            autocomplete="off"
            maxLength={32}
            class="input py-3 pl-13 font-display text-2xl font-bold tabular-nums"
            value={value}
            onBlur={settle}
            onInput={(event) => {
              const { value: typed, selectionStart } = event.currentTarget;
              const next = takeInput(value, typed, selectionStart ?? typed.length);
              caret.current = next.caret;
              // What is refused leaves the state as it was, and so would leave the field.
              event.currentTarget.value = next.text;
              onInput(next.text);
            }}
          />
        </div>
      )}
    </Field>
  );
}
