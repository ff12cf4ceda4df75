import { groupDigits } from '../format/rupiah.ts';

/**
 * What the field shows: digits get separators, everything else is shown as typed. So a separator that the player
 * types is never taken for one of ours, and typing reads like pasting: `1.5jt` is not 15 million.
 */
export function showAmount(typed: string): string {
  return /^\d+$/u.test(typed) ? groupDigits(typed) : typed;
}

/** An input event of the field: what it shows afterwards, and where the caret is. */
export interface AmountInput {
  readonly shown: string;
  readonly caret: number;
  /** The first selected character before the input. */
  readonly selectedFrom: number;
  /** Whether it was the Delete key, which removes what follows the caret. */
  readonly forward: boolean;
}

export interface TypedAmount {
  /** What the player typed, without the separators that the field shows. */
  readonly typed: string;
  /** The new position of the caret in what the field shows. */
  readonly caret: number;
}

/** Returns what is typed after an input, and moves the caret to the same place among the typed characters. */
export function takeInput(before: string, { shown, caret, selectedFrom, forward }: AmountInput): TypedAmount {
  const start = Math.min(selectedFrom, caret);
  const [head, inserted, tail] = [shown.slice(0, start), shown.slice(start, caret), shown.slice(caret)];
  const old = showAmount(before);
  // Undo and autofill replace the whole text.
  if (!old.startsWith(head) || !old.endsWith(tail)) return place(shown, shown.length);
  const isGrouped = old !== before;
  const own = (part: string) => (isGrouped ? part.replaceAll(/\D/gu, '') : part);
  let [left, right] = [own(head), own(tail)];
  // Only a separator of the field was deleted: the player means the digit beside it.
  if (inserted === '' && isGrouped && left.length + right.length === before.length)
    [left, right] = forward ? [left, right.slice(1)] : [left.slice(0, -1), right];
  return place(left + inserted + right, left.length + inserted.length);
}

/** Drops leading zeros, and finds the caret's position in what is shown from the number of characters before it. */
function place(text: string, charactersBefore: number): TypedAmount {
  const typed = text.replace(/^0+(?=\d+$)/u, '');
  const after = Math.min(text.length - charactersBefore, typed.length);
  const shown = showAmount(typed);
  if (shown === typed) return { typed, caret: typed.length - after };
  // Before a separator instead of after it, so that the next digit to the left is deleted by Backspace.
  const before = typed.length - after;
  let caret = 0;
  for (let digits = 0; digits < before; caret += 1) if (/\d/u.test(shown[caret]!)) digits += 1;
  return { typed, caret };
}
