/** `Rp1.000.000`, as the currency is written where it is used; English pages part thousands by a comma. */
export function formatRupiah(amount: bigint | number, separator = '.'): string {
  const digits = (amount < 0 ? -amount : amount).toString().replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
  return `${amount < 0 ? '-' : ''}Rp${digits}`;
}
