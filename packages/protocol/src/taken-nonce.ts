import type { Address } from './brands.ts';
import { INSTRUCTION_TAGS } from './wallet-instructions.ts';

/**
 * The position of the account whose nonce each instruction uses. The nonce follows the tag, except in
 * instructions that create the account, which use nonce 0.
 */
const accountPositions: Readonly<Record<number, number>> = {
  [INSTRUCTION_TAGS.activate]: 2,
  [INSTRUCTION_TAGS.withdrawSol]: 1,
  [INSTRUCTION_TAGS.withdrawSpl]: 1,
  [INSTRUCTION_TAGS.rotate]: 1,
  [INSTRUCTION_TAGS.registerSession]: 1,
  [INSTRUCTION_TAGS.revokeSession]: 1,
  [INSTRUCTION_TAGS.exitSol]: 0,
  [INSTRUCTION_TAGS.exitSpl]: 1,
  [INSTRUCTION_TAGS.finishClaim]: 1,
  // Recovery steps use the nonce of the recovery account. A vote uses none.
  [INSTRUCTION_TAGS.setRecoveryPolicy]: 2,
  [INSTRUCTION_TAGS.cancelRecovery]: 1,
  [INSTRUCTION_TAGS.finishRecovery]: 1,
};
const nonceEnd = 9;

/**
 * Returns the account and nonce that an instruction of the wallet program uses when it succeeds, or null if
 * it uses none. The nonce is null for finishing a recovery, which uses the current nonce without naming it.
 */
export function takenNonce(
  data: Uint8Array,
  accounts: readonly Address[],
): { readonly account: Address; readonly nonce: bigint | null } | null {
  const tag = data[0];
  const position = tag === undefined ? undefined : accountPositions[tag];
  const account = position === undefined ? undefined : accounts[position];
  if (account === undefined) return null;
  if (tag === INSTRUCTION_TAGS.activate || tag === INSTRUCTION_TAGS.finishClaim)
    return { account, nonce: 0n };
  if (tag === INSTRUCTION_TAGS.finishRecovery) return { account, nonce: null };
  if (data.length < nonceEnd) return null;
  return { account, nonce: new DataView(data.buffer, data.byteOffset).getBigUint64(1, true) };
}
