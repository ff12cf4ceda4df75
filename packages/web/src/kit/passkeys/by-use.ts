import type { Passkey } from '../api/shapes.ts';

/** Most recently used first: most players activate with the passkey that they have just created. */
export function byUse(passkeys: readonly Passkey[]): readonly Passkey[] {
  return passkeys.toSorted((left, right) => right.lastUsedAt.localeCompare(left.lastUsedAt));
}
