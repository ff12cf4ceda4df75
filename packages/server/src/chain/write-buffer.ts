import { createHash } from 'node:crypto';
import { LOADER_V3, addressFromBytes, type Address } from '@pid/protocol';
import { getInitializeBufferInstruction, getWriteInstruction } from '@solana-program/loader-v3';
import { createNoopSigner } from '@solana/kit';
import type { OnChainAccount } from '../platform/chain/client/index.ts';
import type { Signer } from '../platform/chain/index.ts';
import { landTransaction, OperatorTransactionError, type LandDeps } from './land-transaction.ts';
import { fillPlace, isVacant, placeOf, secretSeed } from './seeded-account.ts';

interface WriteDeps extends LandDeps {
  readonly report: (sentence: string) => void;
}

const bufferHeadBytes = 37;
const chunkBytes = 900;
const writesAtOnce = 16;
const writeRoundsMax = 5;

/** Derived from the content only, so that a second run and other key holders find the same buffer. */
export function bufferSeed(elf: Uint8Array): string {
  return createHash('sha256').update(elf).digest('hex').slice(0, 32);
}

/** The address of a buffer is derived from its content, so a second run continues the buffer of the first. */
async function openBuffer(deps: WriteDeps, authority: Signer, elf: Uint8Array): Promise<Address> {
  const content = bufferSeed(elf);
  for (const seed of [content, await secretSeed(authority, `buffer:${content}`)]) {
    const place = await placeOf(authority.address, seed);
    const { account } = await deps.client.account(place.address);
    if (account !== null && isBufferOf(account, authority.address, elf)) return place.address;
    if (!isVacant(account)) continue;
    await landTransaction(deps, authority, [
      ...(await fillPlace(deps.client, place, bufferHeadBytes + elf.length)),
      getInitializeBufferInstruction({
        sourceAccount: place.address,
        bufferAuthority: authority.address,
      }),
    ]);
    return place.address;
  }
  throw new OperatorTransactionError('both buffer addresses are occupied by accounts that are not ours');
}

export function isBufferOf({ owner, data }: OnChainAccount, authority: Address, elf: Uint8Array): boolean {
  return (
    owner === LOADER_V3 &&
    data.length === bufferHeadBytes + elf.length &&
    data[0] === 1 &&
    data[4] === 1 &&
    addressFromBytes(data.subarray(5, bufferHeadBytes)) === authority
  );
}

export async function writeBuffer(deps: WriteDeps, authority: Signer, elf: Uint8Array): Promise<Address> {
  const buffer = await openBuffer(deps, authority, elf);
  const payer = createNoopSigner(authority.address);
  for (let round = 1; round <= writeRoundsMax; round += 1) {
    const missing = await missingChunks(deps, buffer, elf);
    if (missing.length === 0) return buffer;
    deps.report(`Writing ${missing.length} of ${Math.ceil(elf.length / chunkBytes)} pieces.`);
    for (let index = 0; index < missing.length; index += writesAtOnce) {
      await Promise.all(
        missing.slice(index, index + writesAtOnce).map((offset) =>
          landTransaction(deps, authority, [
            getWriteInstruction({
              bufferAccount: buffer,
              bufferAuthority: payer,
              offset,
              bytes: elf.subarray(offset, offset + chunkBytes),
            }),
          ]),
        ),
      );
    }
  }
  throw new OperatorTransactionError(
    'the program could not be written completely: run the command again to continue',
  );
}

export async function missingChunks(
  { client }: Pick<WriteDeps, 'client'>,
  buffer: Address,
  elf: Uint8Array,
): Promise<number[]> {
  const { account } = await client.account(buffer);
  const written = account?.data ?? new Uint8Array(0);
  const offsets = Array.from(
    { length: Math.ceil(elf.length / chunkBytes) },
    (_, index) => index * chunkBytes,
  );
  return offsets.filter(
    (offset) =>
      Buffer.compare(
        elf.subarray(offset, offset + chunkBytes),
        written.subarray(
          bufferHeadBytes + offset,
          bufferHeadBytes + Math.min(elf.length, offset + chunkBytes),
        ),
      ) !== 0,
  );
}
