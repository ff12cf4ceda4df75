import { createHash } from 'node:crypto';
import {
  LOADER_V3,
  SYSTEM_PROGRAM,
  addressFromBytes,
  decodeProgramData,
  decodeProgramPointer,
  findProgramDataAddress,
  rentExemptLamports,
  type Address,
} from '@pid/protocol';
import {
  getDeployWithMaxDataLenInstruction,
  getExtendProgramInstruction,
  getInitializeBufferInstruction,
  getUpgradeInstruction,
  getWriteInstruction,
} from '@solana-program/loader-v3';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import { createAddressWithSeed, createNoopSigner } from '@solana/kit';
import type { Signer } from '../platform/chain/index.ts';
import { landTransaction, OperatorTransactionError, type LandDeps } from './land-transaction.ts';
import { programDataHeadBytes, programHash } from './program-image.ts';

export interface DeployDeps extends LandDeps {
  readonly report: (sentence: string) => void;
}

export interface Deployed {
  readonly programId: Address;
  readonly programHash: string;
  readonly action: 'deployed' | 'upgraded' | 'unchanged';
}

const programSeed = 'pid';
const bufferHeadBytes = 37;
const programBytes = 36;
const chunkBytes = 900;
const writesAtOnce = 16;
const writeRoundsMax = 5;
/** SIMD-0431: programs grow by no less. */
const extensionBytesMin = 10_240;

/** Where the program of an upgrade authority lies: no key file of the program's own can be lost. */
export function programAddressOf(upgradeAuthority: Address): Promise<Address> {
  return createAddressWithSeed({
    baseAddress: upgradeAuthority,
    programAddress: LOADER_V3,
    seed: programSeed,
  });
}

/**
 * Brings the program on the chain to `elf`: deploys it, upgrades it, or leaves it. Every step looks at the chain first, so that
 * it can be broken off anywhere and run again; a half-written buffer is completed, not paid for twice.
 */
export async function deployProgram(
  deps: DeployDeps,
  authority: Signer,
  elf: Uint8Array,
  programId?: Address,
): Promise<Deployed> {
  const derived = await programAddressOf(authority.address);
  const program = programId ?? derived;
  const wanted = programHash(elf);
  const live = await readLiveProgram(deps, program);
  if (live?.hash === wanted) return { programId: program, programHash: wanted, action: 'unchanged' };
  if (live && live.authority !== authority.address) {
    throw new OperatorTransactionError(
      `${program} belongs to the upgrade authority ${live.authority ?? 'nobody'}, not to ${authority.address}`,
    );
  }
  if (!live && program !== derived)
    throw new OperatorTransactionError(
      `there is no program at ${program}; this upgrade authority deploys to ${derived}: set PID_PROGRAM_ID to that`,
    );
  const buffer = await writeBuffer(deps, authority, elf);
  if (live) await upgrade(deps, authority, program, buffer, elf.length - live.capacityBytes);
  else await deploy(deps, authority, program, buffer, elf.length);
  const after = await readLiveProgram(deps, program);
  if (after?.hash !== wanted)
    throw new OperatorTransactionError(
      `the program at ${program} is not what was sent: ${after?.hash ?? 'nothing'}`,
    );
  return { programId: program, programHash: wanted, action: live ? 'upgraded' : 'deployed' };
}

async function readLiveProgram(
  { client }: DeployDeps,
  program: Address,
): Promise<{ hash: string; authority: Address | null; capacityBytes: number } | null> {
  const { account, slot } = await client.account(program);
  if (!account) return null;
  const pointer = account.owner === LOADER_V3 ? decodeProgramPointer(account.data) : null;
  if (!pointer) throw new OperatorTransactionError(`${program} is not a program of the upgradeable loader`);
  const { account: data } = await client.account(pointer, { minContextSlot: slot });
  const head = data && decodeProgramData(data.data);
  if (!head)
    throw new OperatorTransactionError(
      `the program ${program} was closed and its address can never be used again`,
    );
  const elf = data.data.subarray(programDataHeadBytes);
  return { hash: programHash(elf), authority: head.upgradeAuthority, capacityBytes: elf.length };
}

async function deploy(
  deps: DeployDeps,
  authority: Signer,
  program: Address,
  buffer: Address,
  elfBytes: number,
): Promise<void> {
  const payer = createNoopSigner(authority.address);
  deps.report(`Deploying to ${program}.`);
  await landTransaction(deps, authority, [
    getCreateAccountWithSeedInstruction({
      payer,
      newAccount: program,
      base: authority.address,
      seed: programSeed,
      amount: rentExemptLamports(BigInt(programBytes)),
      space: programBytes,
      programAddress: LOADER_V3,
    }),
    getDeployWithMaxDataLenInstruction({
      payerAccount: payer,
      programDataAccount: findProgramDataAddress(program).address,
      programAccount: program,
      bufferAccount: buffer,
      authority: payer,
      maxDataLen: elfBytes,
    }),
  ]);
}

async function upgrade(
  deps: DeployDeps,
  authority: Signer,
  program: Address,
  buffer: Address,
  missingBytes: number,
): Promise<void> {
  const payer = createNoopSigner(authority.address);
  const programDataAccount = findProgramDataAddress(program).address;
  if (missingBytes > 0) {
    deps.report(`Making room for ${missingBytes} more bytes.`);
    await landTransaction(deps, authority, [
      getExtendProgramInstruction({
        programDataAccount,
        programAccount: program,
        payer,
        systemProgram: SYSTEM_PROGRAM,
        additionalBytes: Math.max(missingBytes, extensionBytesMin),
      }),
    ]);
    // The loader refuses to touch a program twice in one slot.
    await deps.sleep(1000);
  }
  deps.report(`Upgrading ${program}.`);
  await landTransaction(deps, authority, [
    getUpgradeInstruction({
      programDataAccount,
      programAccount: program,
      bufferAccount: buffer,
      spillAccount: authority.address,
      authority: payer,
    }),
  ]);
}

/** A buffer's address follows from its content, so a second run finds what the first has written. */
async function writeBuffer(deps: DeployDeps, authority: Signer, elf: Uint8Array): Promise<Address> {
  const seed = createHash('sha256').update(elf).digest('hex').slice(0, 32);
  const buffer = await createAddressWithSeed({
    baseAddress: authority.address,
    programAddress: LOADER_V3,
    seed,
  });
  const payer = createNoopSigner(authority.address);
  if (!(await deps.client.account(buffer)).account) {
    const space = bufferHeadBytes + elf.length;
    await landTransaction(deps, authority, [
      getCreateAccountWithSeedInstruction({
        payer,
        newAccount: buffer,
        base: authority.address,
        seed,
        amount: rentExemptLamports(BigInt(space)),
        space,
        programAddress: LOADER_V3,
      }),
      getInitializeBufferInstruction({ sourceAccount: buffer, bufferAuthority: authority.address }),
    ]);
  }
  for (let round = 1; round <= writeRoundsMax; round += 1) {
    const missing = await missingChunks(deps, authority, buffer, elf);
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
    'the program could not be written completely: run the command again to go on',
  );
}

async function missingChunks(
  { client }: DeployDeps,
  authority: Signer,
  buffer: Address,
  elf: Uint8Array,
): Promise<number[]> {
  const { account } = await client.account(buffer);
  const written = account?.data ?? new Uint8Array(0);
  if (
    written[0] !== 1 ||
    written[4] !== 1 ||
    addressFromBytes(written.subarray(5, bufferHeadBytes)) !== authority.address
  )
    throw new OperatorTransactionError(`the buffer ${buffer} is not ours`);
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
