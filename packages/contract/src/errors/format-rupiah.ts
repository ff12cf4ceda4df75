/** `Rp1.000.000`, as the currency is written where it is used. */
export function formatRupiah(amount: bigint | number): string {
  const digits = (amount < 0 ? -amount : amount).toString().replaceAll(/\B(?=(?:\d{3})+$)/g, '.');
  return `${amount < 0 ? '-' : ''}Rp${digits}`;
}
