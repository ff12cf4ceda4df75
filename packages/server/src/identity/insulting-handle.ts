/**
 * Common insults in English and Indonesian. A handle is refused if one of its words is an insult, or if the
 * whole handle without separators is made of insults. Words that are also names or plain nouns (dick, ass,
 * babi, asu) are not listed; an operator can add them (`PID_REFUSED_HANDLE_WORDS`).
 */
const insults = `
  arsehole asshole bastard bitch bullshit chink cocksucker cunt dickhead dumbass fag faggot fuck fucker fucking hitler jackass kike
  motherfucker nazi nigga nigger pedo rapist retard shit shithead slut spic tranny twat wanker whore
  anjing anjir bajingan bangke bangsat banci bego bencong brengsek entot goblok itil jablay jancok jancuk jembut kampret keparat kimak
  kontol lonte memek ngentot ngewe pantek pecun pelacur peler pepek perek puki pukimak sundal tolol
`
  .trim()
  .split(/\s+/);

/** Also refused inside longer words, because no harmless word is known that contains one. */
const insideToo = ['faggot', 'fuck', 'jancok', 'jancuk', 'kontol', 'ngentot', 'pukimak'];

/** Harmless phrases that contain an insult: "anjing laut" (seal) and "anjing penjaga" (watchdog). */
const harmless = /anjing_?(?:laut|penjaga)/g;

const letters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
};

/**
 * Whether a handle is or contains an insult, also with digits instead of letters (`b4ngsat`), digits around
 * it (`bangsat99`), or separators between the letters (`b_a_n_g_s_a_t`). A word that only begins with an
 * insult, for example bangsatria, is allowed.
 */
export function isInsulting(handle: string, further: ReadonlySet<string> = new Set()): boolean {
  const plain = handle.replaceAll(harmless, '_');
  return spellings(plain).some((text) => {
    const joined = text.replaceAll('_', '');
    const words = text.split('_');
    const isInsult = (word: string) => known.has(word) || further.has(word);
    return (
      words.some(isInsult) || isMadeOf(joined, isInsult) || insideToo.some((word) => joined.includes(word))
    );
  });
}

const known = new Set(insults);
const shortest = 3;

/**
 * Returns readings of a handle: digits replaced by similar letters (1 as i and as l), and digits removed,
 * because many handles end with digits.
 */
function spellings(handle: string): string[] {
  const read = (one: string) =>
    handle.replaceAll(/\d/g, (digit) => (digit === '1' ? one : (letters[digit] ?? digit)));
  // Remove the digits around a word first, so that the digits inside it are still read as letters.
  const bare = handle.replaceAll(/(?<![a-z])\d+|\d+(?![a-z0-9])/g, '_');
  const inside = bare.replaceAll(/\d/g, (digit) => letters[digit] ?? digit);
  return [...new Set([read('i'), read('l'), inside, handle.replaceAll(/\d+/g, '_')])];
}

/** Whether a text consists only of insults, one after the other. */
function isMadeOf(text: string, isInsult: (word: string) => boolean): boolean {
  if (text === '') return false;
  if (isInsult(text)) return true;
  for (let length = shortest; length <= text.length - shortest; length += 1)
    if (isInsult(text.slice(0, length)) && isMadeOf(text.slice(length), isInsult)) return true;
  return false;
}
