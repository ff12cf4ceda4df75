const UNITS: Readonly<Record<string, bigint>> = {
  rb: 1_000n,
  ribu: 1_000n,
  k: 1_000n,
  jt: 1_000_000n,
  juta: 1_000_000n,
  miliar: 1_000_000_000n,
};

/** The ledger's limit per posting is ten to the fifteenth. */
const TOO_MUCH = 10n ** 15n;

/** Sen are no longer in use, so decimals must be zeros. */
const WHOLE = [
  /^\d+$/u,
  /^\d{1,3}(?:\s\d{3})+$/u,
  /^\d{1,3}(?:\.\d{3})+(?:,0{1,2})?$/u,
  /^\d{1,3}(?:,\d{3})+(?:\.0{1,2})?$/u,
  /^\d+[.,]0{1,2}$/u,
];

function readWhole(text: string): bigint | null {
  if (!WHOLE.some((pattern) => pattern.test(text))) return null;
  return BigInt(text.replace(/[.,]0{1,2}$/u, '').replaceAll(/[.,\s]/gu, ''));
}

/** For example `1,5 jt`. Three digits after a dot could also be thousands, so they are refused. */
function readShort(text: string, unit: bigint): bigint | null {
  const [, whole = '', decimals = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/u.exec(text) ?? [];
  if (whole === '') return null;
  const scaled = BigInt(`${whole}${decimals}`) * unit;
  return scaled % 10n ** BigInt(decimals.length) === 0n ? scaled / 10n ** BigInt(decimals.length) : null;
}

/** Removes the currency. Chat apps put invisible direction marks around numbers. */
function withoutCurrency(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/^(?:rp|idr)\.?\s*/u, '')
    .replace(/,-$/u, '');
}

/**
 * Reads whole rupiah as people write them: `25.000`, `25,000`, `Rp25.000,00`, `Rp 25.000,-`, `25rb`, `1,5jt`.
 * Returns null for anything else and for zero.
 */
export function readAmount(text: string): number | null {
  const [, number = '', unit = ''] = /^(\d[\d.,\s]*?)\s*([a-z]*)$/u.exec(withoutCurrency(text)) ?? [];
  const known = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  const rupiah = unit === '' ? readWhole(number) : known === undefined ? null : readShort(number, known);
  return rupiah !== null && rupiah > 0n && rupiah < TOO_MUCH ? Number(rupiah) : null;
}

/** Like `readAmount`, where zero is an answer too. */
export function readAmountOrZero(text: string): number | null {
  return /^0+$/u.test(withoutCurrency(text)) ? 0 : readAmount(text);
}

/** Whether the text would be an amount if rupiah had cents, as in `25000.50`. */
export function hasCents(text: string): boolean {
  const [, whole = ''] = /^(.+)[.,]\d{1,2}$/u.exec(withoutCurrency(text)) ?? [];
  return whole !== '' && readWhole(whole) !== null;
}

/** Returns the digits of a text that can be read, and any other text unchanged for the player to check. */
export function tidyAmount(text: string): string {
  return String(readAmount(text) ?? text);
}
