/** Reads an amount that a request may leave out. */
export function optionalAmount(value: number | undefined): bigint | null {
  return value === undefined ? null : BigInt(value);
}
