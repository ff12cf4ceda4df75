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
import { refuse } from '../platform/errors/index.ts';

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
  if (!live) throw refuse('game_program_refused', { reason: 'not_a_program' });
  if (live.upgradeAuthority !== intent.recordedAuthority)
    throw refuse('game_program_refused', {
      reason: 'other_authority',
      live: live.upgradeAuthority ?? 'none',
    });
  if (live.slot !== intent.recordedSlot)
    throw refuse('game_program_refused', { reason: 'other_slot', live: String(live.slot) });
}
