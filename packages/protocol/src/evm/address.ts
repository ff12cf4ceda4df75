import { fromHex, toHex, utf8 } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { keccak256 } from './keccak256.ts';

export type Hex = `0x${string}`;

declare const evmAddress: unique symbol;

/** 20 bytes in hexadecimal with the EIP-55 checksum. */
export type EvmAddress = Hex & { readonly [evmAddress]: true };

const ADDRESS_PATTERN = /^0x[0-9a-fA-F]{40}$/;

/** Accepts lower case, upper case, or mixed case with a correct checksum; returns null for anything else. */
export function parseEvmAddress(text: string): EvmAddress | null {
  if (!ADDRESS_PATTERN.test(text)) return null;
  const address = checksum(text.slice(2).toLowerCase());
  const digits = text.slice(2);
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isPlain || text === address ? address : null;
}

export function toEvmAddress(text: string): EvmAddress {
  const address = parseEvmAddress(text);
  if (!address) throw new RangeError('address must be 20 bytes in hex with a valid EIP-55 checksum');
  return address;
}

export function evmAddressBytes(address: EvmAddress): Bytes {
  return fromHex(address.slice(2));
}

export function evmAddressFromBytes(bytes: Uint8Array): EvmAddress {
  if (bytes.length !== 20) throw new RangeError('an EVM address is 20 bytes');
  return checksum(toHex(bytes));
}

/** EIP-55: a letter is upper case where the hash of the lower-case spelling has a digit of 8 or more. */
function checksum(digits: string): EvmAddress {
  const hash = toHex(keccak256(utf8(digits)));
  let text = '';
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charAt(i);
    text += Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit;
  }
  return `0x${text}` as EvmAddress;
}
