const FINDER = [true, false, true, true, true, false, true];
const QUIET = [false, false, false, false];
const FINDER_LOOKALIKES = [
  [...FINDER, ...QUIET],
  [...QUIET, ...FINDER],
];

function scoreLine(line: readonly boolean[]): number {
  let score = 0;
  let run = 0;
  for (const [index, dark] of line.entries()) {
    run = index > 0 && line[index - 1] === dark ? run + 1 : 1;
    if (run === 5) score += 3;
    else if (run > 5) score += 1;
    for (const pattern of FINDER_LOOKALIKES) {
      if (
        index + pattern.length <= line.length &&
        pattern.every((cell, offset) => line[index + offset] === cell)
      ) {
        score += 40;
      }
    }
  }
  return score;
}

/** How hard a symbol is to read (ISO/IEC 18004, 7.8.3): the mask with the lowest score is taken. */
export function scoreMatrix(matrix: readonly (readonly boolean[])[]): number {
  const columns = matrix.map((_, x) => matrix.map((row) => row[x] === true));
  let score = 0;
  for (const line of [...matrix, ...columns]) score += scoreLine(line);
  let darkCount = 0;
  for (const [y, row] of matrix.entries()) {
    for (const [x, dark] of row.entries()) {
      if (dark) darkCount += 1;
      const next = matrix[y + 1];
      if (!next || x + 1 >= row.length) continue;
      if (row[x + 1] === dark && next[x] === dark && next[x + 1] === dark) score += 3;
    }
  }
  const percent = (darkCount * 100) / matrix.length ** 2;
  return score + Math.floor(Math.abs(percent - 50) / 5) * 10;
}
