import type { Bytes32, PasskeyPoint } from './brands.ts';
import { concatBytes } from './bytes.ts';
import type { ByteWriter, Bytes } from './bytes.ts';

export const GUARDIANS_MAX = 5;
/** Kind and key. */
export const GUARDIAN_BYTES = 34;
export const RECOVERY_DELAY_SECONDS = { min: 86_400, usual: 604_800, max: 2_592_000 } as const;
/** How long a vote counts towards the threshold, and how long a ready recovery can be finished. */
export const RECOVERY_LIFE_SECONDS = 2_592_000n;

export type Guardian =
  | { readonly kind: 'passkey'; readonly key: PasskeyPoint }
  /** A key derived from words on paper. */
  | { readonly kind: 'sheet'; readonly key: PasskeyPoint }
  /** Another player, with the passkey that they have when they vote. */
  | { readonly kind: 'account'; readonly accountId: Bytes32 };

export interface RecoveryPolicy {
  readonly guardians: readonly Guardian[];
  /** How many guardians must agree. */
  readonly threshold: number;
  /** How long the passkey may cancel after the guardians have agreed. */
  readonly delaySeconds: number;
}

const KINDS = { passkey: 1, sheet: 2, account: 3 } as const;
export const KIND_NAMES = ['passkey', 'sheet', 'account'] as const;

/** Returns the 33 bytes by which a policy names a guardian. */
export function guardianKey(guardian: Guardian): Bytes {
  return guardian.kind === 'account' ? concatBytes(guardian.accountId, Uint8Array.of(0)) : guardian.key;
}

export function writePolicy(writer: ByteWriter, policy: RecoveryPolicy): ByteWriter {
  if (policy.guardians.length > GUARDIANS_MAX)
    throw new RangeError(`a policy can have at most ${GUARDIANS_MAX} guardians`);
  writer.u8(policy.threshold).u8(policy.guardians.length).u16(0).u32(policy.delaySeconds);
  for (const guardian of policy.guardians)
    writer.u8(KINDS[guardian.kind]).bytes(guardianKey(guardian), 33, 'guardian');
  return writer;
}
