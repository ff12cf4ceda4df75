/**
 * Invisible characters: Unicode's default ignorables, and two blanks that it classes as symbols (U+2800,
 * U+1D159). Variation selectors are allowed where writing needs them: after emoji, Chinese characters and
 * Mongolian letters.
 */
const invisible =
  /(?<![\p{Emoji}\p{Script=Han}\p{Script=Mongolian}])\p{Variation_Selector}|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|[\u2800\u{1D159}]/u;

/** Whether any character of the text is invisible. */
export function hasInvisible(text: string): boolean {
  return invisible.test(text);
}

/** Whether any character of the text is visible. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{S}\p{P}]/u.test(text.replaceAll(new RegExp(invisible, 'gu'), ''));
}
