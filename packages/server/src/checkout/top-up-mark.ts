import { createHmac } from 'node:crypto';
import { secretsEqual } from '../platform/hash.ts';
import type { TopUp } from './topups.store.ts';

/** The fields that a database needs to restore a lost top-up. */
export type MarkedTopUp = Pick<
  TopUp,
  | 'id'
  | 'identityId'
  | 'clientId'
  | 'amount'
  | 'globalFee'
  | 'appFee'
  | 'providerFee'
  | 'feeRule'
  | 'createdAt'
>;

const uuid = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`;
const pattern = new RegExp(
  String.raw`^(pid1 (${uuid}) (${uuid}) (app_[0-9a-f]{24}|-) (\d{1,16}) (\d{1,16}) (\d{1,16}) (\d{1,16}) (\d{1,5}) (\d{1,12})) ([\w-]{43})$`,
);

/**
 * Writes the mark that is sent to the provider with the order and returned with its notices, so that a charge
 * survives a restore to an earlier moment. A secret of this database authenticates it, so marks of other
 * databases and forged marks are refused. It has fewer than the 255 characters that Midtrans stores.
 */
export function writeMark(key: Uint8Array, topUp: MarkedTopUp): string {
  const { id, identityId, clientId, amount, globalFee, appFee, providerFee, feeRule, createdAt } = topUp;
  const seconds = Math.floor(createdAt.getTime() / 1000);
  const words = `pid1 ${[id, identityId, clientId ?? '-', amount, globalFee, appFee, providerFee, feeRule, seconds].join(' ')}`;
  return `${words} ${sealOf(key, words)}`;
}

export function readMark(key: Uint8Array, text: string | null): MarkedTopUp | null {
  const [, words = '', id = '', identityId = '', clientId, ...rest] = pattern.exec(text ?? '') ?? [];
  const [amount, globalFee, appFee, providerFee, feeRule, seconds, seal = ''] = rest;
  if (words === '' || !secretsEqual(seal, sealOf(key, words))) return null;
  return {
    id,
    identityId,
    clientId: clientId === '-' ? null : clientId!,
    amount: BigInt(amount!),
    globalFee: BigInt(globalFee!),
    appFee: BigInt(appFee!),
    providerFee: BigInt(providerFee!),
    feeRule: Number(feeRule),
    createdAt: new Date(Number(seconds) * 1000),
  };
}

function sealOf(key: Uint8Array, words: string): string {
  return createHmac('sha256', key).update(words).digest('base64url');
}
