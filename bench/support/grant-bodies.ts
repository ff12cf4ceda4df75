import { randomBytes } from 'node:crypto';
import { addressFromBytes } from '../../packages/protocol/src/index.ts';

const bodiesCount = 100;

/** Session grants that keep every rule, no two with a key in common: nothing can be answered from a memory of the last. */
export function grantBodies(nowSeconds: number): string[] {
  const key = () => addressFromBytes(randomBytes(32));
  return Array.from({ length: bodiesCount }, (_, index) =>
    JSON.stringify({
      vault: key(),
      accountId: `0x${randomBytes(32).toString('hex')}`,
      sessionPubkey: key(),
      allowedProgram: key(),
      expiresAt: nowSeconds + 43_200,
      recordedHasAuthority: true,
      recordedAuthority: key(),
      recordedSlot: String(300_000_000 + index),
      deadline: nowSeconds + 590,
      nonce: String(index),
    }),
  );
}
