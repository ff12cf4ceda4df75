import type { Language } from '@pid/contract/languages';
import { formatDateTime } from '../format/date-time.ts';
import { formatRupiah } from '../format/rupiah.ts';

/** The fields of a refusal besides its code. `seconds` is the time to wait, if the service gives one. */
export type Context = Readonly<Record<string, string | undefined>>;
export type Sentence = string | ((context: Context) => string);

export const rupiahIn =
  (language: Language) =>
  (amount = '') =>
    /^\d+$/u.test(amount) ? formatRupiah(BigInt(amount), language) : amount;

/** Formats Unix seconds. */
export const instantIn =
  (language: Language) =>
  (seconds = '') =>
    /^\d+$/u.test(seconds)
      ? formatDateTime(new Date(Number(seconds) * 1000).toISOString(), language, 'date-time')
      : seconds;

/** Selects one sentence per reason. A reason of a newer service gets the general sentence. */
export function byReason(reasons: Readonly<Record<string, Sentence>>, otherwise: string): Sentence {
  return (context) => {
    const reason = context['reason'] ?? '';
    return sayOf(Object.hasOwn(reasons, reason) ? reasons[reason] : undefined, context) ?? otherwise;
  };
}

export function sayOf(sentence: Sentence | undefined, context: Context): string | undefined {
  return typeof sentence === 'function' ? sentence(context) : sentence;
}
