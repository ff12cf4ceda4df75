import {
  LOADER_V3,
  SYSTEM_PROGRAM,
  decodeProgramData,
  decodeProgramPointer,
  findProgramDataAddress,
  type Address,
} from '@pid/protocol';
import {
  getDeployWithMaxDataLenInstruction,
  getExtendProgramInstruction,
  getUpgradeInstruction,
} from '@solana-program/loader-v3';
import { createNoopSigner, type Instruction } from '@solana/kit';
import type { Signer } from '../platform/chain/index.ts';
import { landTransaction, OperatorTransactionError, type LandDeps } from './land-transaction.ts';
import { programDataHeadBytes, programHash } from './program-image.ts';
import { writeBuffer } from './write-buffer.ts';
import { fillPlace, isVacant, placeOf, secretSeed, type SeededPlace } from './seeded-account.ts';

export interface DeployDeps extends LandDeps {
  readonly report: (sentence: string) => void;
}

export interface Deployed {
  readonly programId: Address;
  readonly programHash: string;
  readonly action: 'deployed' | 'upgraded' | 'unchanged';
}

const programSeed = 'pid';
const programBytes = 36;
/** SIMD-0431: a program grows by at least this many bytes. */
const extensionBytesMin = 10_240;

/**
 * Derives the program's address from its upgrade authority, so there is no separate program key file to lose.
 */
export async function programAddressOf(upgradeAuthority: Address): Promise<Address> {
  return (await placeOf(upgradeAuthority, programSeed)).address;
}

/**
 * Deploys `elf`, upgrades the program to it, or leaves it unchanged. Every step reads the chain first, so a
 * run can be interrupted anywhere and repeated. A partly written buffer is completed, not paid for twice.
 */
export async function deployProgram(
  deps: DeployDeps,
  authority: Signer,
  elf: Uint8Array,
  programId?: Address,
): Promise<Deployed> {
  const place = await programPlace(deps, authority, programId);
  const program = programId ?? place.address;
  const wanted = programHash(elf);
  const live = await readLiveProgram(deps, program);
  if (live?.hash === wanted) return { programId: program, programHash: wanted, action: 'unchanged' };
  if (live && live.authority !== authority.address) {
    throw new OperatorTransactionError(
      `${program} belongs to the upgrade authority ${live.authority ?? 'nobody'}, not to ${authority.address}`,
    );
  }
  if (!live && program !== place.address)
    throw new OperatorTransactionError(
      `there is no program at ${program}; this upgrade authority deploys to ${place.address}: set PID_PROGRAM_ID to that address`,
    );
  const buffer = await writeBuffer(deps, authority, elf);
  if (live) await upgrade(deps, authority, program, buffer, elf.length - live.capacityBytes);
  else await deploy(deps, authority, place, buffer, elf.length);
  const after = await readLiveProgram(deps, program);
  if (after?.hash !== wanted)
    throw new OperatorTransactionError(
      `the program at ${program} differs from the one that was sent: ${after?.hash ?? 'nothing'}`,
    );
  return { programId: program, programHash: wanted, action: live ? 'upgraded' : 'deployed' };
}

/**
 * The program's address is predictable. Lamports at that address do no harm, but the loader refuses to deploy
 * if the ProgramData address holds any. In that case, and only before the first deployment, the program moves
 * to an unpredictable address.
 */
async function programPlace(
  { client, report }: DeployDeps,
  authority: Signer,
  wanted: Address | undefined,
): Promise<SeededPlace> {
  const plain = await placeOf(authority.address, programSeed);
  const { accounts } = await client.accounts([plain.address, findProgramDataAddress(plain.address).address]);
  const isBlocked = isVacant(accounts[0] ?? null) && accounts[1] !== null;
  if (!isBlocked) return plain;
  if (wanted === plain.address)
    throw new OperatorTransactionError(
      `a stranger has sent lamports to the data address of ${wanted}, so the loader refuses to deploy there: unset PID_PROGRAM_ID and deploy to another address`,
    );
  const secret = await placeOf(authority.address, await secretSeed(authority, 'program'));
  report(
    `A stranger has sent lamports to the data address of ${plain.address}: using ${secret.address} instead.`,
  );
  return secret;
}

export async function readLiveProgram(
  { client }: Pick<DeployDeps, 'client'>,
  program: Address,
): Promise<{ hash: string; authority: Address | null; capacityBytes: number } | null> {
  const { account, slot } = await client.account(program);
  if (account === null || isVacant(account)) return null;
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
  place: SeededPlace,
  buffer: Address,
  elfBytes: number,
): Promise<void> {
  const payer = createNoopSigner(authority.address);
  const program = place.address;
  deps.report(`Deploying to ${program}.`);
  await landTransaction(deps, authority, [
    ...(await fillPlace(deps.client, place, programBytes)),
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
  await makeRoom(deps, authority, program, missingBytes);
  deps.report(`Upgrading ${program}.`);
  await landTransaction(deps, authority, [upgradeInstruction(program, buffer, authority.address)]);
}

/** Extends the program's account. Any account can pay for it. */
export async function makeRoom(
  deps: DeployDeps,
  payer: Signer,
  program: Address,
  missingBytes: number,
): Promise<void> {
  if (missingBytes <= 0) return;
  deps.report(`Extending the program by ${missingBytes} bytes.`);
  await passSlot(deps);
  await landTransaction(deps, payer, [
    getExtendProgramInstruction({
      programDataAccount: findProgramDataAddress(program).address,
      programAccount: program,
      payer: createNoopSigner(payer.address),
      systemProgram: SYSTEM_PROGRAM,
      additionalBytes: Math.max(missingBytes, extensionBytesMin),
    }),
  ]);
  await passSlot(deps);
}

/** The loader refuses to change a program twice in one slot. */
async function passSlot({ client, sleep }: DeployDeps): Promise<void> {
  const past = await client.slot();
  while ((await client.slot()) <= past) await sleep(400);
}

/** The buffer's lamports go to the authority, who pays for the transaction. */
export function upgradeInstruction(program: Address, buffer: Address, authority: Address): Instruction {
  return getUpgradeInstruction({
    programDataAccount: findProgramDataAddress(program).address,
    programAccount: program,
    bufferAccount: buffer,
    spillAccount: authority,
    authority: createNoopSigner(authority),
  });
}
