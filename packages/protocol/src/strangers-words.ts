/** Letters and symbols that show nothing, although they are no format characters; and variation selectors. */
const invisible = /[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\p{Variation_Selector}]/gu;

/**
 * Makes text that a stranger chose safe to show, such as the name of a token: without control, bidirectional and
 * invisible characters, in one line, with at most two combining marks on a letter, and cut to `charactersMax`.
 */
export function strangersWords(text: string, charactersMax: number): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/(?:(?!\s)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\ufffd])/gu, '')
    .replaceAll(invisible, '')
    .replaceAll(/(\p{M}{2})\p{M}+/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= charactersMax
    ? plain
    : `${characters
        .slice(0, charactersMax - 1)
        .join('')
        .trimEnd()}…`;
}
