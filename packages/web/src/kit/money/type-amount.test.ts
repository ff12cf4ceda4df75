import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { locale } from '../i18n/locale.ts';
import { readAmount } from './read-amount.ts';
import { showAmount, takeInput } from './type-amount.ts';

afterEach(() => {
  locale.value = 'en';
});

/** Works like a text field of a browser with the separators of `showAmount`. */
class AmountInputs {
  typed = '';
  from = 0;
  to = 0;

  private change(shown: string, caret: number, forward = false) {
    const next = takeInput(this.typed, { shown, caret, selectedFrom: this.from, forward });
    this.typed = next.typed;
    [this.from, this.to] = [next.caret, next.caret];
  }

  select(from: number, to: number) {
    [this.from, this.to] = [from, to];
  }

  /** A key, or the clipboard. */
  insert(text: string) {
    const shown = showAmount(this.typed);
    this.change(shown.slice(0, this.from) + text + shown.slice(this.to), this.from + text.length);
  }

  remove(forward: boolean) {
    const shown = showAmount(this.typed);
    const selected = this.from !== this.to;
    const start = selected || forward ? this.from : this.from - 1;
    const end = selected || !forward ? this.to : this.to + 1;
    if (start < 0 || end > shown.length) return;
    this.change(shown.slice(0, start) + shown.slice(end), start, forward);
  }
}

const typeKeys = (keys: string) => {
  const field = new AmountInputs();
  for (const key of keys) field.insert(key);
  return field;
};

describe.each(['id', 'en'] as const)('on pages in %s', (language) => {
  it.each([
    ['25.000', 25_000],
    ['1.5jt', 1_500_000],
    ['1,5jt', 1_500_000],
    ['1500jt', 1_500_000_000],
    ['2.5k', 2_500],
    ['25000.50', null],
    ['Rp25.000,00', 25_000],
    ['1.500rb', null],
  ])('%j is read as %j, typed or pasted', (keys, amount) => {
    locale.value = language;
    expect(readAmount(typeKeys(keys).typed)).toBe(amount);
    const field = new AmountInputs();
    field.insert(keys);
    expect(readAmount(field.typed)).toBe(amount);
  });
});

it.each([
  ['id', '5000', '5.000', 5],
  ['en', '1234567', '1,234,567', 9],
  ['id', '25.000', '25.000', 6],
  ['id', '25000.', '25000.', 6],
  ['id', '25rb', '25rb', 4],
  ['id', '007', '7', 1],
] as const)('in %s, %j is shown as %j', (language, keys, shown, caret) => {
  locale.value = language;
  const field = typeKeys(keys);
  expect([showAmount(field.typed), field.from]).toEqual([shown, caret]);
});

it('a paste over everything replaces the separators of the field', () => {
  locale.value = 'id';
  const field = typeKeys('25000');
  field.select(0, 6);
  field.insert('25.50');
  expect(field.typed).toBe('25.50');
});

it('undo restores what was shown', () => {
  locale.value = 'id';
  expect(takeInput('25000', { shown: '2.500', caret: 5, selectedFrom: 6, forward: false })).toEqual({
    typed: '2.500',
    caret: 5,
  });
});

/**
 * A field without separators. The caret is a number of typed characters, so a step over a separator of the real
 * field is no step here.
 */
const edits = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ insert: fc.constantFrom(...Array.from('0123456789.,kjtrb ')) }) },
    { weight: 1, arbitrary: fc.record({ insert: fc.constantFrom('25.000', '1.5', 'Rp25.000,00', '00') }) },
    { weight: 2, arbitrary: fc.record({ forward: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({ from: fc.nat(12), length: fc.nat(4), afterSeparator: fc.boolean() }),
    },
  ),
  { maxLength: 20 },
);

it.each(['id', 'en'] as const)(
  'keys, pastes, deletions and moves change %s text like a plain field',
  (language) => {
    locale.value = language;
    fc.assert(
      fc.property(edits, (steps) => {
        const field = new AmountInputs();
        let [plain, from, to] = ['', 0, 0];
        const put = (text: string, caret: number) => {
          const trimmed = text.replace(/^0+(?=\d+$)/u, '');
          plain = trimmed;
          from = Math.max(0, caret - (text.length - trimmed.length));
          to = from;
        };
        for (const step of steps) {
          if ('insert' in step) {
            put(plain.slice(0, from) + step.insert + plain.slice(to), from + step.insert.length);
            field.insert(step.insert);
          } else if ('forward' in step) {
            const [start, end] =
              from !== to ? [from, to] : step.forward ? [from, from + 1] : [from - 1, from];
            if (start >= 0 && end <= plain.length) put(plain.slice(0, start) + plain.slice(end), start);
            field.remove(step.forward);
          } else {
            from = Math.min(step.from, plain.length);
            to = Math.min(from + step.length, plain.length);
            const start = shownAt(plain, from, step.afterSeparator);
            field.select(start, from === to ? start : shownAt(plain, to, false));
          }
          expect(field.typed).toBe(plain);
        }
      }),
    );
  },
);

/** The position in what is shown. On both sides of a separator, the same number of digits is before the caret. */
function shownAt(typed: string, characters: number, afterSeparator: boolean): number {
  const shown = showAmount(typed);
  if (shown === typed) return characters;
  let position = 0;
  for (let digits = 0; digits < characters; position += 1) if (/\d/u.test(shown[position]!)) digits += 1;
  return afterSeparator && /\D/u.test(shown[position] ?? '0') ? position + 1 : position;
}
