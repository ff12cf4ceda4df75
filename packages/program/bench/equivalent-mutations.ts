// Protections that no test can miss, because another one stands behind them; each with the reason.
import type { Mutation } from './mutations.ts';

const EQUIVALENT: Readonly<Record<string, string>> = {};

export function equivalenceOf({ file, place, text }: Mutation): string | null {
  return EQUIVALENT[`${file} ${place} ${text}`] ?? null;
}
