import { decodeBase58, isAddress, type Address } from '@pid/protocol';
import type { ChainTime, Commitment } from '../chain-time.ts';
import { invalidParams, RpcError, rpcCodes } from './rpc-error.ts';

export type Params = readonly unknown[];
export type Options = Readonly<Record<string, unknown>>;

export function addressParam(value: unknown): Address {
  if (typeof value !== 'string')
    throw new RpcError(
      rpcCodes.invalidParams,
      `Invalid params: invalid type: ${describe(value)}, expected a string.`,
    );
  if (!isAddress(value)) throw invalidParams(decodeBase58(value) === null ? 'Invalid' : 'WrongSize');
  return value;
}

export function addressesParam(value: unknown, most: number): Address[] {
  if (!Array.isArray(value))
    throw new RpcError(
      rpcCodes.invalidParams,
      `Invalid params: invalid type: ${describe(value)}, expected a sequence.`,
    );
  if (value.length > most)
    throw new RpcError(rpcCodes.invalidParams, `Too many inputs provided; max ${most}`);
  return value.map(addressParam);
}

export function signatureParam(value: unknown): Uint8Array {
  const bytes = typeof value === 'string' ? decodeBase58(value) : null;
  if (!bytes || bytes.length !== 64) throw invalidParams(bytes ? 'WrongSize' : 'Invalid');
  return bytes;
}

export function u64Param(value: unknown): bigint {
  const integer =
    typeof value === 'bigint'
      ? value
      : typeof value === 'number' && Number.isInteger(value)
        ? BigInt(value)
        : null;
  if (integer === null || integer < 0n || integer > 0xffff_ffff_ffff_ffffn)
    throw new RpcError(
      rpcCodes.invalidParams,
      `Invalid params: invalid type: ${describe(value)}, expected u64.`,
    );
  return integer;
}

export function optionsParam(value: unknown): Options {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new RpcError(
      rpcCodes.invalidParams,
      `Invalid params: invalid type: ${describe(value)}, expected a configuration object.`,
    );
  return value as Options;
}

export function commitmentOf(value: unknown): Commitment {
  if (value === undefined || value === null) return 'finalized';
  if (value !== 'processed' && value !== 'confirmed' && value !== 'finalized')
    throw new RpcError(
      rpcCodes.invalidParams,
      `Invalid params: unknown variant ${describe(value)}, expected one of processed, confirmed, finalized.`,
    );
  return value;
}

/** The slot whose state the caller requested. A node that is behind `minContextSlot` must return an error. */
export function contextSlot(time: ChainTime, options: Options): bigint {
  const slot = time.slotAt(commitmentOf(options['commitment']));
  if (options['minContextSlot'] !== undefined && options['minContextSlot'] !== null) {
    const least = u64Param(options['minContextSlot']);
    if (slot < least)
      throw new RpcError(rpcCodes.minContextSlotNotReached, 'Minimum context slot has not been reached', {
        contextSlot: Number(slot),
      });
  }
  return slot;
}

export function withContext<Value>(
  slot: bigint,
  value: Value,
): { context: { apiVersion: string; slot: number }; value: Value } {
  return { context: { apiVersion, slot: Number(slot) }, value };
}

/** Validator version whose behaviour LiteSVM 1.4 matches. */
export const apiVersion = '4.2.1';

/** Bytes of a transaction or message, in base58 unless the options specify base64. */
export function bytesParam(value: unknown, encoding: unknown): Uint8Array {
  if (typeof value !== 'string')
    throw new RpcError(
      rpcCodes.invalidParams,
      `Invalid params: invalid type: ${describe(value)}, expected a string.`,
    );
  if (encoding === 'base64') {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value))
      throw new RpcError(rpcCodes.invalidParams, 'invalid base64 encoding: InvalidByte');
    return new Uint8Array(Buffer.from(value, 'base64'));
  }
  const bytes = decodeBase58(value);
  if (!bytes) throw new RpcError(rpcCodes.invalidParams, 'invalid base58 encoding: InvalidCharacter');
  return bytes;
}

function describe(value: unknown): string {
  return value === undefined ? 'nothing' : typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
