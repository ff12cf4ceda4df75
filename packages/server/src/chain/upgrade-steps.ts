import type { Address } from '@pid/protocol';
import { getSetAuthorityInstruction } from '@solana-program/loader-v3';
import { createNoopSigner, type Instruction } from '@solana/kit';
import type { Signer } from '../platform/chain/index.ts';
import { makeRoom, readLiveProgram, upgradeInstruction, type DeployDeps } from './deploy-program.ts';
import { landTransaction, OperatorTransactionError } from './land-transaction.ts';
import { programHash } from './program-image.ts';
import { placeOf } from './seeded-account.ts';
import { bufferSeed, isBufferOf, missingChunks, writeBuffer } from './write-buffer.ts';

interface Upgrade {
  readonly program: Address;
  /** The authority that may replace the program. */
  readonly authority: Address;
  readonly elf: Uint8Array;
}

/**
 * The first half of an upgrade, which needs only a key with lamports: writes the new program into a buffer,
 * extends the program's account, and hands the buffer to the upgrade authority. Returns null if that program
 * is already live. It can be interrupted and repeated.
 */
export async function layReady(
  deps: DeployDeps,
  payer: Signer,
  { program, authority, elf }: Upgrade,
): Promise<Address | null> {
  const live = await readOwned(deps, { program, authority });
  if (live.hash === programHash(elf)) return null;
  const given = await placeOf(payer.address, bufferSeed(elf));
  await makeRoom(deps, payer, program, elf.length - live.capacityBytes);
  if (await isReady(deps, given.address, { authority, elf })) return given.address;
  const buffer = await writeBuffer(deps, payer, elf);
  if (payer.address !== authority)
    await landTransaction(deps, payer, [
      getSetAuthorityInstruction({
        bufferOrProgramDataAccount: buffer,
        currentAuthority: createNoopSigner(payer.address),
        newAuthority: authority,
      }),
    ]);
  return buffer;
}

/**
 * The second half, signed by the upgrade authority alone. Compares the buffer with the program of this
 * release. Returns null if it is already live.
 */
export async function upgradeStep(
  deps: Pick<DeployDeps, 'client'>,
  { program, authority, elf, buffer }: Upgrade & { readonly buffer: Address },
): Promise<Instruction[] | null> {
  const live = await readOwned(deps, { program, authority });
  if (live.hash === programHash(elf)) return null;
  if (live.capacityBytes < elf.length || !(await isReady(deps, buffer, { authority, elf })))
    throw new OperatorTransactionError(
      `${buffer} does not hold the program of this release (sha256 ${programHash(elf)}) for ${authority}: run \`pid chain write --authority ${authority}\` first`,
    );
  return [upgradeInstruction(program, buffer, authority)];
}

async function readOwned(deps: Pick<DeployDeps, 'client'>, { program, authority }: Omit<Upgrade, 'elf'>) {
  const live = await readLiveProgram(deps, program);
  if (!live)
    throw new OperatorTransactionError(`there is no program at ${program}: run \`pid chain deploy\` first`);
  if (live.authority !== authority)
    throw new OperatorTransactionError(
      `${program} belongs to the upgrade authority ${live.authority ?? 'nobody'}, not to ${authority}`,
    );
  return live;
}

async function isReady(
  deps: Pick<DeployDeps, 'client'>,
  buffer: Address,
  { authority, elf }: Pick<Upgrade, 'authority' | 'elf'>,
): Promise<boolean> {
  const { account } = await deps.client.account(buffer);
  return (
    account !== null &&
    isBufferOf(account, authority, elf) &&
    (await missingChunks(deps, buffer, elf)).length === 0
  );
}
