import { addressBytes } from './brands.ts';
import type { Address } from './brands.ts';
import { concatBytes } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import type { AccountMeta, ProgramInstruction } from './instruction.ts';
import { ROLE } from './instruction.ts';

const VERSION_0 = 0x80;
const KEYS_MAX = 256;
const ROLE_ORDER = [ROLE.writableSigner, ROLE.readonlySigner, ROLE.writable, ROLE.readonly];

export interface CompiledMessage {
  readonly messageBytes: Bytes;
  /** In the order of their signatures in the transaction. The first one pays. */
  readonly signers: readonly Address[];
}

/**
 * Compiles a version 0 message (Solana, "Versioned transactions") without lookup tables. Keys are ordered by
 * role, each once, in the order of their first mention; the payer comes first.
 */
export function compileMessage(
  payer: Address,
  /** 32 bytes in base58, like an address. */
  blockhash: Address,
  instructions: readonly ProgramInstruction[],
): CompiledMessage {
  const keys = orderKeys(payer, instructions);
  if (keys.length > KEYS_MAX) throw new RangeError(`a message can name at most ${KEYS_MAX} accounts`);
  const index = new Map(keys.map(({ address }, position) => [address, position]));
  const count = (role: number) => keys.filter((key) => key.role === role).length;
  const signers = count(ROLE.writableSigner) + count(ROLE.readonlySigner);
  const indexOf = (address: Address) => index.get(address) ?? 0;
  const messageBytes = concatBytes(
    Uint8Array.of(VERSION_0, signers, count(ROLE.readonlySigner), count(ROLE.readonly)),
    shortLength(keys.length),
    ...keys.map(({ address }) => addressBytes(address)),
    addressBytes(blockhash),
    shortLength(instructions.length),
    ...instructions.flatMap(({ programAddress, accounts, data }) => [
      Uint8Array.of(indexOf(programAddress)),
      shortLength(accounts.length),
      Uint8Array.from(accounts, ({ address }) => indexOf(address)),
      shortLength(data.length),
      data,
    ]),
    shortLength(0),
  );
  return { messageBytes, signers: keys.slice(0, signers).map(({ address }) => address) };
}

function orderKeys(payer: Address, instructions: readonly ProgramInstruction[]): AccountMeta[] {
  const roles = new Map<Address, number>([[payer, ROLE.writableSigner]]);
  for (const { programAddress, accounts } of instructions) {
    // A role is two bits, writable and signer, so the union of two mentions is their bitwise "or".
    for (const { address, role } of accounts) roles.set(address, (roles.get(address) ?? 0) | role);
    roles.set(programAddress, roles.get(programAddress) ?? ROLE.readonly);
  }
  return ROLE_ORDER.flatMap((wanted) =>
    [...roles].filter(([, role]) => role === wanted).map(([address]) => ({ address, role: wanted })),
  );
}

/** Compact-u16: seven bits per byte, the lowest first. */
function shortLength(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  if (length < 0x4000) return Uint8Array.of((length & 0x7f) | 0x80, length >> 7);
  return Uint8Array.of((length & 0x7f) | 0x80, ((length >> 7) & 0x7f) | 0x80, length >> 14);
}
