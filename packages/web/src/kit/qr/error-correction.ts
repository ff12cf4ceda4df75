/** Multiplication in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1 (ISO/IEC 18004, 7.5.2). */
function multiply(left: number, right: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((right >>> bit) & 1) * left;
  }
  return product;
}

function divisor(degree: number): number[] {
  const result = Array.from({ length: degree }, (_, index): number => (index === degree - 1 ? 1 : 0));
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let index = 0; index < degree; index += 1) {
      result[index] = multiply(result[index] ?? 0, root) ^ (result[index + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return result;
}

function remainder(data: readonly number[], generator: readonly number[]): number[] {
  const result = generator.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0);
    result.push(0);
    for (const [index, coefficient] of generator.entries()) {
      result[index] = (result[index] ?? 0) ^ multiply(coefficient, factor);
    }
  }
  return result;
}

/** Splits data into blocks, adds each block's check bytes and interleaves them as the symbol wants them. */
export function addErrorCorrection(
  data: readonly number[],
  blockCount: number,
  checkBytes: number,
): number[] {
  const shortLength = Math.floor(data.length / blockCount);
  const longBlocks = data.length % blockCount;
  const generator = divisor(checkBytes);
  const blocks: number[][] = [];
  const checks: number[][] = [];
  let start = 0;
  for (let index = 0; index < blockCount; index += 1) {
    const end = start + shortLength + (index >= blockCount - longBlocks ? 1 : 0);
    const block = data.slice(start, end);
    blocks.push(block);
    checks.push(remainder(block, generator));
    start = end;
  }
  const interleave = (rows: readonly number[][]) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, column) =>
      rows.flatMap((row) => (column < row.length ? [row[column] ?? 0] : [])),
    ).flat();
  return [...interleave(blocks), ...interleave(checks)];
}
