import { addressFromBytes, compileMessage, ROLE } from '@pid/protocol';
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMessage, parseTransaction } from './parse-transaction.ts';

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(addressFromBytes);
const quietRoles = [ROLE.readonly, ROLE.writable];
const roles = [...quietRoles, ROLE.readonlySigner, ROLE.writableSigner];
/** @solana/kit refuses to compile a message with more signers. */
const signersMax = 12;

const programs = [1, 2, 3].map((byte) => addressFromBytes(new Uint8Array(32).fill(byte)));

const compiled = fc
  .record({
    blockhash: address,
    pool: fc.array(address, { minLength: 2, maxLength: 40 }),
    instructions: fc.array(
      fc.record({
        programAddress: fc.constantFrom(...programs),
        accounts: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 })), { maxLength: 12 }),
        data: fc.uint8Array({ maxLength: 300 }),
      }),
      { maxLength: 5 },
    ),
  })
  .map(({ blockhash, pool, instructions }) =>
    compileMessage(
      pool[0]!,
      blockhash,
      instructions.map(({ programAddress, accounts, data }) => ({
        programAddress,
        accounts: accounts.map(([index, role]) => {
          const place = index % pool.length;
          const allowed = place < signersMax ? roles : quietRoles;
          return { address: pool[place]!, role: allowed[role % allowed.length] };
        }) as never,
        data: Uint8Array.from(data),
      })),
    ),
  );

function readByKit(bytes: Uint8Array) {
  const message = getCompiledTransactionMessageDecoder().decode(bytes) as unknown as {
    version: unknown;
    header: { numSignerAccounts: number };
    staticAccounts: string[];
    lifetimeToken: string;
    instructions: { programAddressIndex: number; accountIndices?: number[]; data?: Uint8Array }[];
  };
  return {
    version: message.version,
    signerCount: message.header.numSignerAccounts,
    keys: message.staticAccounts,
    blockhash: message.lifetimeToken,
    instructions: message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
      programIdIndex: programAddressIndex,
      accounts: accountIndices ?? [],
      data: Buffer.from(data ?? []).toString('hex'),
    })),
  };
}

function readByUs(bytes: Uint8Array) {
  const { version, signerCount, keys, blockhash, instructions } = parseMessage(bytes);
  return {
    version,
    signerCount,
    keys,
    blockhash,
    instructions: instructions.map((each) => ({ ...each, data: Buffer.from(each.data).toString('hex') })),
  };
}

test('reads a message as @solana/kit does', () => {
  fc.assert(
    fc.property(compiled, ({ messageBytes }) => {
      expect(readByUs(messageBytes)).toEqual(readByKit(messageBytes));
    }),
  );
});

test('reads a legacy message as @solana/kit does', () => {
  fc.assert(
    fc.property(compiled, ({ messageBytes }) => {
      // The same bytes without the leading version and the trailing lookup tables.
      const legacy = messageBytes.slice(1, -1);
      expect(readByUs(legacy)).toEqual(readByKit(legacy));
    }),
  );
});

test('refuses a truncated transaction and a wrong number of signatures', () => {
  fc.assert(
    fc.property(compiled, fc.nat(), ({ messageBytes, signers }, cut) => {
      const withSignatures = (count: number) =>
        Uint8Array.of(count, ...Array<number>(count * 64).fill(7), ...messageBytes);
      const wire = withSignatures(signers.length);
      fc.pre(wire.length + 64 <= 1232);
      expect(parseTransaction(wire).signatures).toHaveLength(signers.length);
      expect(Object.keys(getTransactionDecoder().decode(wire).signatures)).toEqual(
        parseTransaction(wire).keys.slice(0, signers.length),
      );
      expect(() => parseTransaction(wire.subarray(0, cut % wire.length))).toThrow();
      expect(() => parseTransaction(withSignatures(signers.length + 1))).toThrow('signatures for');
      expect(() => parseTransaction(withSignatures(signers.length - 1))).toThrow('signature');
    }),
  );
});

test('refuses lengths that are not in their shortest form, and unknown versions', () => {
  const header = [0x80, 1, 0, 0];
  const key = Array<number>(32).fill(3);
  const message = (keyCount: number[], version = 0x80) =>
    Uint8Array.of(version, ...header.slice(1), ...keyCount, ...key, ...key, 0, 0);
  expect(parseMessage(message([1])).keys).toHaveLength(1);
  expect(() => parseMessage(message([0x81, 0]))).toThrow('compact-u16');
  expect(() => parseMessage(message([0x81, 0x80, 0x04]))).toThrow('compact-u16');
  expect(() => parseMessage(message([1], 0x81))).toThrow('version');
});
