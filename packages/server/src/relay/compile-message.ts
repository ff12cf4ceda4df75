import { ROLE, addressBytes, concatBytes, type Address, type ProgramInstruction } from '@pid/protocol';
import type { UnsignedTransaction } from '../platform/chain/index.ts';

const versionZero = 0x80;
const signerBit = 2;
const writableBit = 1;
const keysMax = 256;

/**
 * A version 0 message without lookup tables, as `compileMessage` of the platform makes it with @solana/kit, in a tenth of the
 * time: every withdrawal compiles two.
 */
export function compileRelayMessage(
  feePayer: Address,
  blockhash: Address,
  instructions: readonly ProgramInstruction[],
): UnsignedTransaction {
  const roles = new Map<Address, number>([[feePayer, ROLE.writableSigner]]);
  for (const { programAddress, accounts } of instructions) {
    for (const { address, role } of accounts) roles.set(address, (roles.get(address) ?? 0) | role);
    roles.set(programAddress, roles.get(programAddress) ?? ROLE.readonly);
  }
  const withRole = (role: number) =>
    [...roles].filter(([address, of]) => of === role && address !== feePayer).map(([address]) => address);
  const signers = [feePayer, ...withRole(ROLE.writableSigner), ...withRole(ROLE.readonlySigner)];
  const keys = [...signers, ...withRole(ROLE.writable), ...withRole(ROLE.readonly)];
  if (keys.length > keysMax) throw new RangeError('a message names at most 256 accounts');
  const count = (isCounted: (role: number) => boolean) => [...roles.values()].filter(isCounted).length;
  const readonlySigned = count((role) => (role & signerBit) !== 0 && (role & writableBit) === 0);
  const readonlyUnsigned = count((role) => role === ROLE.readonly);
  const indexes = new Map(keys.map((key, index) => [key, index]));
  const parts = [
    Uint8Array.of(versionZero, signers.length, readonlySigned, readonlyUnsigned),
    shortLength(keys.length),
    ...keys.map(addressBytes),
    addressBytes(blockhash),
    shortLength(instructions.length),
    ...instructions.flatMap(({ programAddress, accounts, data }) => [
      Uint8Array.of(indexes.get(programAddress)!),
      shortLength(accounts.length),
      Uint8Array.from(accounts, ({ address }) => indexes.get(address)!),
      shortLength(data.length),
      data,
    ]),
    shortLength(0),
  ];
  return { messageBytes: concatBytes(...parts), signers };
}

/** Solana's compact-u16: seven bits a byte, the lowest first. */
function shortLength(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  if (length < 0x4000) return Uint8Array.of((length & 0x7f) | 0x80, length >> 7);
  return Uint8Array.of((length & 0x7f) | 0x80, ((length >> 7) & 0x7f) | 0x80, length >> 14);
}
