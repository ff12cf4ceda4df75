export function isNewer(version: string, than: string): boolean {
  return newest(version, than) !== than;
}

/**
 * Returns the second of equal versions. A pre-release such as 0.2.0-rc.1 counts as 0.2.0: both apply their
 * functions.
 */
export function newest(left: string, right: string): string {
  const [a, b] = [numbersOf(left), numbersOf(right)];
  const difference = a.map((number, index) => number - b[index]!).find((each) => each !== 0);
  return difference !== undefined && difference > 0 ? left : right;
}

function numbersOf(version: string): number[] {
  const parts = version.split(/[-+]/, 1)[0]!.split('.');
  return [0, 1, 2].map((index) => Number(parts[index] ?? 0));
}
