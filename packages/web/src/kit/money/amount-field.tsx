import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../controls/form.tsx';
import { locale } from '../i18n/locale.ts';
import type { sayAmount } from './say-amount.ts';
import { readAmount, takeInput, writeAmount } from './type-amount.ts';

export interface AmountFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** As typed, with dots as separators; with commas in English. */
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly name: string;
  readonly disabled?: boolean;
}

/** The number words are loaded once there is an amount. Without them only the digits are shown. */
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

/**
 * Formats rupiah with separators while the player types. It also reads `25rb` and pasted amounts, and repeats
 * the amount in words.
 */
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
              // A refused input leaves the state unchanged, so the field would not be rendered again.
              event.currentTarget.value = next.text;
              onInput(next.text);
            }}
          />
        </div>
      )}
    </Field>
  );
}
