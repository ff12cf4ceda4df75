/**
 * Characters that show nothing: what Unicode says to ignore in display, and two blanks that it counts as symbols (U+2800, U+1D159). Variation
 * selectors are allowed where writing needs them: behind emoji, Chinese characters and Mongolian letters.
 */
const invisible =
  /(?<![\p{Emoji}\p{Script=Han}\p{Script=Mongolian}])\p{Variation_Selector}|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|[\u2800\u{1D159}]/u;

/** Whether any character of the text shows nothing. */
export function hasInvisible(text: string): boolean {
  return invisible.test(text);
}

/** Whether a reader sees anything at all. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{S}\p{P}]/u.test(text.replaceAll(new RegExp(invisible, 'gu'), ''));
}
