/** All randomness of a simulation comes from its seed, so that a run can be repeated. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number;
  /** From `from` to `to`, both inclusive. */
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  bytes(count: number): Buffer;
}

/** Bob Jenkins' small fast counting generator, 32 bits wide. */
export function seededRandom(seed: number): Random {
  let [a, b, c, d] = [0x9e37_79b9, seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, 1];
  function next(): number {
    const t = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 2 ** 32;
  }
  for (let round = 0; round < 16; round += 1) next();
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => items[between(0, items.length - 1)]!,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => between(0, 255))),
  };
}
