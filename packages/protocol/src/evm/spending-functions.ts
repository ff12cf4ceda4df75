import { bigintFromBytes } from '../bytes.ts';
import { hexOf } from './permission.ts';
import type { Hex } from './address.ts';

export interface CountedFunction {
  readonly signature: string;
  /** Position of the amount among the arguments. */
  readonly amountArgument: number;
}

const AMOUNT_SECOND = [
  ['0xa9059cbb', 'transfer(address,uint256)'],
  ['0x095ea7b3', 'approve(address,uint256)'],
  ['0x39509351', 'increaseAllowance(address,uint256)'],
  ['0xd73dd623', 'increaseApproval(address,uint256)'],
  ['0x1296ee62', 'transferAndCall(address,uint256)'],
  ['0x4000aea0', 'transferAndCall(address,uint256,bytes)'],
  ['0x3177029f', 'approveAndCall(address,uint256)'],
  ['0xcae9ca51', 'approveAndCall(address,uint256,bytes)'],
  ['0x9bd9bbc6', 'send(address,uint256,bytes)'],
] as const;

const AMOUNT_THIRD = [
  ['0x23b872dd', 'transferFrom(address,address,uint256)'],
  ['0xd8fbe994', 'transferFromAndCall(address,address,uint256)'],
  ['0xc1d34b89', 'transferFromAndCall(address,address,uint256,bytes)'],
  ['0xd505accf', 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
  ['0x9fd5a6cf', 'permit(address,address,uint256,uint256,bytes)'],
  [
    '0xe3ee160e',
    'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  ],
  ['0xcf092995', 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)'],
] as const;

/** Token functions that spend the token or let others spend it. The contract contains the same list. */
export const COUNTED_FUNCTIONS: ReadonlyMap<Hex, CountedFunction> = new Map<Hex, CountedFunction>([
  ...AMOUNT_SECOND.map(([selector, signature]) => [selector, { signature, amountArgument: 1 }] as const),
  ...AMOUNT_THIRD.map(([selector, signature]) => [selector, { signature, amountArgument: 2 }] as const),
]);

/**
 * Functions that grant a right which no limit can count: over every token of a kind, without an amount, or
 * over a token that only the data names. `setOwner` would make the session key the owner, at this or another
 * verifier.
 */
export const REFUSED_FUNCTIONS: ReadonlyMap<Hex, string> = new Map<Hex, string>([
  ['0xa22cb465', 'setApprovalForAll(address,bool)'],
  ['0x558a7297', 'setOperator(address,bool)'],
  ['0x959b8c3f', 'authorizeOperator(address)'],
  ['0xc04a8a10', 'approveDelegation(address,uint256)'],
  ['0x426a8493', 'approve(address,uint256,uint256)'],
  ['0x8fcbaf0c', 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'],
  ['0x745a41bc', 'permit(address,uint256,uint256,bytes)'],
  ['0x7ac2ff7b', 'permit(address,uint256,uint256,uint8,bytes32,bytes32)'],
  ['0xab84ee6f', 'permitForAll(address,address,uint256,bytes)'],
  ['0x87517c45', 'approve(address,address,uint160,uint48)'],
  ['0x2b67b570', 'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)'],
  ['0x2a2d80d1', 'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)'],
  ['0x30f28b7a', 'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)'],
  [
    '0xedd9444b',
    'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)',
  ],
  [
    '0x137c29fe',
    'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)',
  ],
  [
    '0xfe8ec1a7',
    'permitWitnessTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes32,string,bytes)',
  ],
  ['0x36c78516', 'transferFrom(address,address,uint160,address)'],
  ['0x0d58b1db', 'transferFrom((address,address,uint160,address)[])'],
  ['0x9aa7da48', 'setOwner(bytes32,bytes32,bytes32)'],
  ['0xea9487c3', 'setOwner(bytes32,bytes32,bytes32,string)'],
] as const);

const SELECTOR_BYTES = 4;
const WORD_BYTES = 32;

export function selectorOf(data: Uint8Array): Hex {
  return hexOf(data.subarray(0, SELECTOR_BYTES));
}

/** Returns the amount in the data of a counted function, or null if the data is too short. */
export function countedAmount(data: Uint8Array, amountArgument: number): bigint | null {
  const start = SELECTOR_BYTES + amountArgument * WORD_BYTES;
  return data.length < start + WORD_BYTES ? null : bigintFromBytes(data.subarray(start, start + WORD_BYTES));
}
