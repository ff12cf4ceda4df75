import type { Address } from './brands.ts';
import type { Bytes } from './bytes.ts';

/** The same numbers as @solana/kit's `AccountRole`. */
export const ROLE = { readonly: 0, writable: 1, readonlySigner: 2, writableSigner: 3 } as const;
export type Role = (typeof ROLE)[keyof typeof ROLE];

export interface AccountMeta {
  readonly address: Address;
  readonly role: Role;
}

/** Has the shape of @solana/kit's `Instruction`. */
export interface ProgramInstruction {
  readonly programAddress: Address;
  readonly accounts: readonly AccountMeta[];
  readonly data: Bytes;
}

export function readonlyAccount(address: Address): AccountMeta {
  return { address, role: ROLE.readonly };
}

export function writableAccount(address: Address): AccountMeta {
  return { address, role: ROLE.writable };
}

export function signerAccount(address: Address): AccountMeta {
  return { address, role: ROLE.readonlySigner };
}

export function payerAccount(address: Address): AccountMeta {
  return { address, role: ROLE.writableSigner };
}
