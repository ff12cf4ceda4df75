import { randomBytes } from 'node:crypto';
import { addressFromBytes } from '../../packages/protocol/src/index.ts';

const bodiesCount = 100;

/** Valid session grants, no two of which share a key, so that no response can come from a cache. */
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
