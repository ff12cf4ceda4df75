import {
  CLOCK_SYSVAR,
  LOADER_V3,
  decodeClock,
  decodeConfig,
  decodeProgramData,
  decodeProgramPointer,
  findConfigAddress,
  findProgramDataAddress,
  type Address,
  type ConfigAccount,
} from '@pid/protocol';
import type { ChainClient } from '../platform/chain/client/index.ts';
import { DeploymentError } from './chain-errors.ts';
import { programDataHeadBytes, programHash } from './program-image.ts';

/** Our program on the chain, read at `confirmed`. */
export interface Deployment {
  readonly genesisHash: string;
  readonly programId: Address;
  /** sha256 of the deployed program; equals the sha256 of the committed `.so`. */
  readonly programHash: string;
  readonly upgradeAuthority: Address | null;
  readonly config: ConfigAccount;
  readonly chainTimeSeconds: bigint;
  readonly slot: bigint;
}

/** Hashes the program only after a new deployment. `patient` reads the whole program. */
export function deploymentReader(
  client: ChainClient,
  programId: Address,
  patient: ChainClient = client,
): () => Promise<Deployment> {
  const programData = findProgramDataAddress(programId).address;
  const configAddress = findConfigAddress(programId).address;
  let hashed: { readonly slot: bigint; readonly hash: string } | null = null;

  async function hashOf(slot: bigint): Promise<string> {
    if (hashed?.slot === slot) return hashed.hash;
    const { account } = await patient.account(programData);
    const head = account && decodeProgramData(account.data);
    if (!head) throw new DeploymentError(`the program ${programId} was closed`);
    hashed = { slot: head.slot, hash: programHash(account.data.subarray(programDataHeadBytes)) };
    return hashed.hash;
  }

  return async () => {
    const [genesisHash, { slot, accounts }, { account: dataHead }] = await Promise.all([
      client.genesisHash(),
      client.accounts([programId, configAddress, CLOCK_SYSVAR]),
      client.account(programData, { dataSlice: { offset: 0, length: programDataHeadBytes } }),
    ]);
    const [program, configAccount, clockAccount] = accounts;
    const head = dataHead && decodeProgramData(dataHead.data);
    if (
      !program ||
      program.owner !== LOADER_V3 ||
      decodeProgramPointer(program.data) !== programData ||
      !head
    ) {
      throw new DeploymentError(`there is no program at ${programId}: run \`pid chain deploy\``);
    }
    const config =
      configAccount && configAccount.owner === programId ? decodeConfig(configAccount.data) : null;
    if (!config)
      throw new DeploymentError(`the program ${programId} has no config yet: run \`pid chain deploy\``);
    const clock = clockAccount && decodeClock(clockAccount.data);
    if (!clock) throw new DeploymentError('the chain has no clock');
    return {
      genesisHash,
      programId,
      programHash: await hashOf(head.slot),
      upgradeAuthority: head.upgradeAuthority,
      config,
      chainTimeSeconds: clock.seconds,
      slot,
    };
  };
}
