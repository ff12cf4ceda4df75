/** Indonesian format, `Rp1.000.000`; English pages pass a comma. */
export function formatRupiah(amount: bigint | number, separator = '.'): string {
  const digits = (amount < 0 ? -amount : amount).toString().replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
  return `${amount < 0 ? '-' : ''}Rp${digits}`;
}
