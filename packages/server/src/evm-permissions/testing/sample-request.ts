import { createHash } from 'node:crypto';
import { toEvmAddress } from '@pid/protocol/evm';
import type { PermissionRequest } from '@pid/contract';
import { softKey } from './soft-keys.ts';

export const account = toEvmAddress('0x1111111111111111111111111111111111111111');
export const verifier = toEvmAddress('0x2222222222222222222222222222222222222222');
export const game = toEvmAddress('0x6060606060606060606060606060606060606060');
export const token = toEvmAddress('0x7070707070707070707070707070707070707070');
export const friend = toEvmAddress('0x5050505050505050505050505050505050505050');
export const play = '0x12345678';

let salts = 0;

/** A request that passes every rule: play a game, send a token, 1 coin a day and 1000 tokens an hour, for a day. */
export function sampleRequest(nowSeconds: number, changes: Record<string, unknown> = {}): PermissionRequest {
  return {
    chainId: 8453,
    account,
    verifier,
    publicKey: softKey().uncompressed,
    calls: [
      { to: game, selector: play },
      { to: token, selector: '0xa9059cbb' },
    ],
    spend: [
      { token: 'native', limit: '1000000000000000000', period: 'day' },
      { token, limit: '1000', period: 'hour' },
    ],
    expiry: nowSeconds + 86_400,
    salt: `0x${createHash('sha256')
      .update(`salt ${process.pid} ${(salts += 1)}`)
      .digest('hex')}`,
    ...changes,
  };
}

/** Data of `transfer(friend, amount)`. */
export function transferData(amount: bigint): `0x${string}` {
  return `0xa9059cbb${friend.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
}
