import { randomBytes } from 'node:crypto';
import {
  addressFromBytes,
  compileMessage,
  type Address,
  type ProgramInstruction,
  type Role,
} from '@pid/protocol';
import {
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Blockhash,
} from '@solana/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMessage } from '@pid/dev-chain';

const addresses: Address[] = Array.from({ length: 12 }, () => addressFromBytes(randomBytes(32)));

/** The content of a message, independent of the order of its keys. */
function meaning(bytes: Uint8Array) {
  const { keys, signerCount, instructions, writable, blockhash } = parseMessage(bytes);
  return {
    payer: keys[0],
    signers: keys.slice(0, signerCount).toSorted(),
    writable: [...writable].toSorted(),
    keys: keys.toSorted(),
    blockhash,
    instructions: instructions.map(({ programIdIndex, accounts, data }) => ({
      program: keys[programIdIndex],
      accounts: [...accounts].map((index) => keys[index]),
      data: Buffer.from(data).toString('hex'),
    })),
  };
}

function byKit(payer: Address, blockhash: Address, instructions: readonly ProgramInstruction[]) {
  const compiled = compileTransaction(
    pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayer(payer, draft),
      (draft) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash as string as Blockhash, lastValidBlockHeight: 0n },
          draft,
        ),
      (draft) => appendTransactionMessageInstructions(instructions, draft),
    ),
  );
  return {
    messageBytes: compiled.messageBytes as unknown as Uint8Array,
    signers: Object.keys(compiled.signatures),
  };
}

test('compiles the same message as @solana/kit for every combination of accounts and roles', () => {
  const account = fc.record({
    address: fc.constantFrom(...addresses.slice(0, 8)),
    role: fc.constantFrom<Role>(0, 1, 2, 3),
  });
  const instruction: fc.Arbitrary<ProgramInstruction> = fc.record({
    programAddress: fc.constantFrom(...addresses.slice(8)),
    accounts: fc.array(account, { maxLength: 6 }),
    data: fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.from(bytes)),
  });
  fc.assert(
    fc.property(fc.array(instruction, { minLength: 1, maxLength: 4 }), (instructions) => {
      const [feePayer, blockhash] = [addresses[0]!, addresses[11]!];
      const expected = byKit(feePayer, blockhash, instructions);
      const compiled = compileMessage(feePayer, blockhash, instructions);
      expect(meaning(compiled.messageBytes)).toEqual(meaning(expected.messageBytes));
      expect([...compiled.signers].toSorted()).toEqual([...expected.signers].toSorted());
    }),
  );
});
