import { hasInvisible } from '../platform/visible-text.ts';

/** Words that pretend to speak for PID or for player support. */
const ours =
  /^(?:pid|admin(?:istrator|s)?|moderator|official|resmi|support|bantuan|helpdesk|customerservice|cs|staff|system|sistem|verified|terverifikasi|security|keamanan)$/;

/** Ticks, stars and shields that look like a badge, and line separators. */
const badges =
  /[\u2611\u2705\u2713\u2714\u{1F5F8}\u{1F5F9}\u{1FBB1}\u{1F6E1}\u221A\u237B\u26E8\u{10102}\u2B50\u{1F31F}\u{1F396}\u{1F3C5}\u{1F3F5}\u{1F530}\u2028\u2029]/u;

/**
 * Alphabets with letters that look Latin. A name in one of them is allowed; mixed with Latin letters it looks
 * like another name.
 */
const lookLatin =
  /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Cherokee}|\p{Script=Armenian}|\p{Script=Coptic}|\p{Script=Lisu}|\p{Script=Canadian_Aboriginal}|\p{Script=Old_Italic}|\p{Script=Lycian}|\p{Script=Carian}/u;

/**
 * Lowercase letters and signs that look like a Latin letter and that NFKD does not convert to it. A few of
 * Unicode's confusables (UTS 39), most of them for the letters of PID. The npm packages are not up to date,
 * and their tables also replace letters that are not confused in practice.
 */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαᴀ',
    b: 'вʙ',
    c: 'сᴄ',
    d: 'ԁᴅɗɖđðꭰᑯᗞᗪꓓ',
    e: 'еεᴇ3',
    f: 'ꜰ',
    g: 'ɡɢ',
    h: 'һнʜ',
    i: 'іїιıɪɩɨӏꓲꭵⲓⵏᛁǀاן١۱׀∣│┃⏐❘❙¦¡|!1𐊊𐌉',
    j: 'јᴊ',
    k: 'кκᴋ',
    l: 'łʟ',
    m: 'мᴍ',
    n: 'ɴ',
    o: 'оοøᴏ0',
    p: 'рρᴘƥƿᵽꝑꮲᑭꓑⲣ⍴℗℘₱𐊕',
    r: 'ʀ',
    s: 'ѕꜱ5$',
    t: 'тτᴛ',
    u: 'υᴜ',
    v: 'νᴠ',
    w: 'ᴡ',
    x: 'хχ',
    y: 'уʏ',
    z: 'ᴢ',
  }).flatMap(([letter, others]) => Array.from(others, (other): [string, string] => [other, letter])),
);

/**
 * Starts of ranges of 26 letters that NFKD does not convert: negative circled, negative squared, and regional
 * indicators (flags).
 */
const enclosedAlphabets = [0x1_f150, 0x1_f170, 0x1_f1e6];

export type NameFlaw = 'badge' | 'imitates' | 'mixed_scripts';

/**
 * The name in lowercase Latin letters, as a reader sees it: without accents, and with look-alike letters and
 * digits replaced.
 */
function asRead(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return Array.from(plain, (sign) => lookAlikes.get(sign) ?? fromEnclosed(sign) ?? sign).join('');
}

function fromEnclosed(sign: string): string | undefined {
  const code = sign.codePointAt(0)!;
  const start = enclosedAlphabets.find((first) => code >= first && code < first + 26);
  return start === undefined ? undefined : String.fromCodePoint(0x61 + code - start);
}

/**
 * Whether a name contains the word PID, also as `P.I.D` or `P I D`: an app with that name would pretend to be
 * PID.
 */
function containsOurName(name: string): boolean {
  // A lowercase l before a capital is read as a capital I.
  const readings = [name, name.replaceAll(/l(?=\P{L}?\p{Lu})/gu, 'I')];
  return readings.some((reading) => /(?:^|[^a-z])p[^a-z]?i[^a-z]?d(?:$|[^a-z])/.test(asRead(reading)));
}

/**
 * The flaws of any name that players see: it contains a badge or an invisible character, or mixes alphabets so that it looks like
 * another name.
 */
function commonFlaw(name: string): 'badge' | 'mixed_scripts' | null {
  if (badges.test(name) || hasInvisible(name)) return 'badge';
  const plain = name.normalize('NFKD');
  return /\p{Script=Latin}/u.test(plain) && lookLatin.test(plain) ? 'mixed_scripts' : null;
}

/**
 * Why the name of an app is refused. Words such as “support” are allowed: an app may use them, and its page
 * says who verified it.
 */
export function appNameFlaw(name: string): NameFlaw | null {
  return containsOurName(name) ? 'imitates' : commonFlaw(name);
}

/**
 * Why a display name is refused: for the same reasons, or because it pretends to speak for PID or support.
 * Handles cannot do this; display names appear beside them on every payment.
 */
export function nameFlaw(name: string): NameFlaw | null {
  const flaw = commonFlaw(name);
  if (flaw) return flaw;
  const words = asRead(name).replaceAll('@', 'a');
  // As separate words, and as one without the characters between letters: `P.I.D`, `p i d`, `Admin-PID`.
  const parts = [...words.split(/[^a-z]+/), words.replaceAll(/[^a-z]/g, '')];
  // Also without replacing the @: `ratu@pid` is the pid of a player.
  const isOurs = /(?:^|[^a-z])pid(?:$|[^a-z])/.test(words) || containsOurName(name);
  return isOurs || parts.some((part) => ours.test(part)) ? 'imitates' : null;
}
