import { toAddress } from '@pid/protocol';
import { slotsPerEpoch, type ChainTime } from './chain-time.ts';
import type { ChainAccount } from './vm.ts';

export const clockSysvar = toAddress('SysvarC1ock11111111111111111111111111111111');
const sysvarOwner = toAddress('Sysvar1111111111111111111111111111111111111');

/** The Clock sysvar at a commitment. Its bytes depend only on the slot. */
export function clockSysvarAt(time: ChainTime, slot: bigint): ChainAccount {
  const data = new Uint8Array(40);
  const view = new DataView(data.buffer);
  const epoch = slot / slotsPerEpoch;
  view.setBigUint64(0, slot, true);
  view.setBigInt64(8, time.secondsOf(epoch * slotsPerEpoch), true);
  view.setBigUint64(16, epoch, true);
  view.setBigUint64(24, epoch + 1n, true);
  view.setBigInt64(32, time.secondsOf(slot), true);
  return { lamports: 1_169_280n, owner: sysvarOwner, data, executable: false };
}
