import { randomBytes } from 'node:crypto';

// Node 20 has no JSON.rawJSON. The mark is random because programs write arbitrary text into their logs and
// must not be able to forge it.
const mark = `bigint:${randomBytes(12).toString('hex')}:`;
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g');

/** Writes JSON in which a bigint is a number of any size, as Solana's servers write u64. */
export function stringifyWithBigints(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    typeof entry === 'bigint' ? `${mark}${entry}` : entry,
  ).replaceAll(marked, '$1');
}

const bigInteger = /^-?\d{16,}$/;

/** Parses JSON without losing integers beyond 2^53: they become bigints, all other numbers stay numbers. */
export function parseWithBigints(text: string): unknown {
  return JSON.parse(quoteBigIntegers(text), (_key, entry: unknown) =>
    typeof entry === 'string' && entry.startsWith(mark) ? BigInt(entry.slice(mark.length)) : entry,
  );
}

function quoteBigIntegers(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    bigInteger.test(token) ? `"${mark}${token}"` : token,
  );
}
