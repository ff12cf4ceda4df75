import {
  LOADER_V3,
  decodeProgramData,
  decodeProgramPointer,
  findProgramDataAddress,
  type Address,
  type LoaderProgramData,
  type RegisterSessionIntent,
} from '@pid/protocol';
import { orChainError, type Chain } from '../chain/index.ts';
import { gameProgramRefused } from './session-errors.ts';

/** Bytes before the program in a ProgramData account; what follows may be megabytes. */
const programDataHeadBytes = 45;

/** The live upgrade authority and slot of a program of the upgradeable loader; null when it is none, or closed. */
export async function readGameProgram(
  { client }: Pick<Chain, 'client'>,
  program: Address,
): Promise<LoaderProgramData | null> {
  const programData = findProgramDataAddress(program).address;
  const { accounts } = await orChainError(
    client.accounts([program, programData], { dataSlice: { offset: 0, length: programDataHeadBytes } }),
  );
  const [account, data] = accounts;
  if (
    !account?.executable ||
    account.owner !== LOADER_V3 ||
    decodeProgramPointer(account.data) !== programData
  )
    return null;
  return data?.owner === LOADER_V3 ? decodeProgramData(data.data) : null;
}

/** What the owner was told about the program must still be so, or the chain would refuse the registration. */
export function assertRecorded(live: LoaderProgramData | null, intent: RegisterSessionIntent): void {
  if (!live)
    throw gameProgramRefused('allowedProgram is not an executable program of the upgradeable loader');
  if (live.upgradeAuthority !== intent.recordedAuthority)
    throw gameProgramRefused(
      `recordedAuthority is not the live one, which is ${live.upgradeAuthority ?? 'none'}`,
    );
  if (live.slot !== intent.recordedSlot)
    throw gameProgramRefused(`recordedSlot is not the live one, which is ${live.slot}`);
}
