export function groupDigits(digits: string, separator: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/gu, separator);
}

/** `Rp1.000.000` in either language: it is how the currency is written where it is used. */
export function formatRupiah(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString();
  return `${amount < 0n ? '\u2212' : ''}Rp${groupDigits(digits, '.')}`;
}
