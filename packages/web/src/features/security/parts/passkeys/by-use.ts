import type { Passkey } from '../shapes.ts';

/** The newest first: most people activate with the passkey they have just made. */
export function byUse(passkeys: readonly Passkey[]): readonly Passkey[] {
  return passkeys.toSorted((left, right) => right.lastUsedAt.localeCompare(left.lastUsedAt));
}
