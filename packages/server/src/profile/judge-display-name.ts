/** Words by which somebody would speak for us, or for whoever helps players. */
const ours =
  /^(?:pid|admin(?:istrator|s)?|moderator|official|resmi|support|bantuan|helpdesk|customerservice|cs|staff|system|sistem|verified|terverifikasi|security|keamanan)$/;

/** Ticks, stars and shields that look like a badge, and what cannot be seen at all. */
const badges =
  /[\u2611\u2705\u2713\u2714\u{1F5F8}\u{1F5F9}\u{1F6E1}\u221A\u237B\u26E8\u{10102}\u2B50\u{1F31F}\u{1F396}\u{1F3C5}\u{1F530}\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028\u2029\u2060-\u206F\u3164\uFEFF\uFFA0]|\u034F|\u17B4|\u17B5/u;

/** Letters of other alphabets that look like one of ours (a few of Unicode's confusables, by sight). */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  і: 'i',
  ї: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ɡ: 'g',
  һ: 'h',
  к: 'k',
  м: 'm',
  н: 'h',
  т: 't',
  в: 'b',
  α: 'a',
  ε: 'e',
  ο: 'o',
  ρ: 'p',
  ι: 'i',
  ν: 'v',
  κ: 'k',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ı: 'i',
  ł: 'l',
  ø: 'o',
};

export type NameFlaw = 'badge' | 'imitates' | 'mixed_scripts';

/** In small Latin letters, as an eye reads it: without accents, letters of other alphabets and digits that look alike replaced. */
function asRead(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const read = plain.replaceAll(/\p{L}/gu, (letter) => lookAlikes[letter] ?? letter);
  return read.replaceAll(
    /[0135$|!]/g,
    (mark) => ({ 0: 'o', 1: 'i', 3: 'e', 5: 's', $: 's', '|': 'i', '!': 'i' })[mark] ?? mark,
  );
}

/** Whether a name has the word PID in it, also as `P.I.D` or `P I D`: an app of that name would speak for us. */
export function containsOurName(name: string): boolean {
  return /(?:^|[^a-z])p[^a-z]?i[^a-z]?d(?:$|[^a-z])/.test(asRead(name));
}

/**
 * Why a display name is refused: it wears a badge, speaks for us or for support, or mixes alphabets so that it looks like another name.
 * The permanent name cannot do any of this; this one stands beside it on every payment.
 */
export function nameFlaw(name: string): NameFlaw | null {
  if (badges.test(name)) return 'badge';
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const hasLatin = /\p{Script=Latin}/u.test(plain);
  if (hasLatin && /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Cherokee}|\p{Script=Armenian}/u.test(plain))
    return 'mixed_scripts';
  const signed = asRead(name);
  const words = signed.replaceAll('@', 'a');
  // As words, and without what stands between letters: `P.I.D`, `p i d`, `Admin-PID`.
  const parts = [...words.split(/[^a-z]+/), words.replaceAll(/[^a-z]/g, '')];
  // The sign as it stands too: `ratu@pid` is somebody's permanent name.
  const isOurs = [words, signed].some((text) => /(?:^|[^a-z])pid(?:$|[^a-z])/.test(text));
  return isOurs || parts.some((part) => ours.test(part)) ? 'imitates' : null;
}
