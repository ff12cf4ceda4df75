import { AccountRole } from '@solana/kit';
import type { Address as KitAddress, Instruction } from '@solana/kit';
import { expect, it } from 'vitest';
import { ROLE, SYSTEM_PROGRAM, setRelayerInstruction } from '../src/index.ts';
import type { Address } from '../src/index.ts';

it('addresses and instructions are compatible with the types of @solana/kit', () => {
  const theirs: KitAddress = SYSTEM_PROGRAM;
  const ours: Address = theirs;
  const instruction: Instruction = setRelayerInstruction(ours, { admin: ours, relayer: ours });
  expect(instruction.accounts).toHaveLength(2);
  expect(ROLE).toEqual({
    readonly: AccountRole.READONLY,
    writable: AccountRole.WRITABLE,
    readonlySigner: AccountRole.READONLY_SIGNER,
    writableSigner: AccountRole.WRITABLE_SIGNER,
  });
});
