import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../controls/form.tsx';
import { locale } from '../i18n/locale.ts';
import { readAmount, tidyAmount } from './read-amount.ts';
import type * as Words from './say-amount.ts';
import { showAmount, takeInput } from './type-amount.ts';

export interface AmountFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** As typed. The field shows digits with separators. */
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly name: string;
  readonly disabled?: boolean;
}

/** The words are loaded once something is typed. Without them only the digits are shown. */
function useWords(isNeeded: boolean) {
  const [words, setWords] = useState<typeof Words | null>(null);
  useEffect(() => {
    if (isNeeded)
      import('./say-amount.ts').then(
        (loaded) => setWords(loaded),
        () => undefined,
      );
  }, [isNeeded]);
  return words;
}

/**
 * Shows rupiah with separators while the player types. It also reads `25rb` and pasted amounts, repeats the
 * amount in words, and says what is wrong with an amount that cannot be read once the player leaves the field.
 */
export function AmountField({
  value,
  onInput,
  name,
  hint,
  error,
  label,
  disabled = false,
}: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const selectedFrom = useRef(0);
  const [isLeft, setLeft] = useState(false);
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const words = useWords(value !== '');
  const amount = readAmount(value);
  const said = amount === null ? undefined : words?.sayAmount(amount, locale.value);
  const isUnreadable = amount === null && !/^0*$/u.test(value);
  const flaw = isUnreadable && (isLeft || error) ? words?.sayFlaw(value, locale.value) : undefined;
  const described = (
    <>
      {said && <span class="block text-ink">{said}</span>}
      {hint}
    </>
  );
  return (
    <Field label={label} hint={said || hint ? described : undefined} error={flaw ?? error}>
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
            value={showAmount(value)}
            onBlur={() => {
              onInput(tidyAmount(value));
              setLeft(true);
            }}
            onBeforeInput={(event) => {
              selectedFrom.current = event.currentTarget.selectionStart ?? 0;
            }}
            onInput={(event) => {
              const { value: shown, selectionStart } = event.currentTarget;
              const next = takeInput(value, {
                shown,
                caret: selectionStart ?? shown.length,
                selectedFrom: selectedFrom.current,
                forward: event.inputType === 'deleteContentForward',
              });
              caret.current = next.caret;
              setLeft(false);
              // If what is typed stays the same, the field is not rendered again.
              event.currentTarget.value = showAmount(next.typed);
              onInput(next.typed);
            }}
          />
        </div>
      )}
    </Field>
  );
}
