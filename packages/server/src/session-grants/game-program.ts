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

/** Size of the header in a ProgramData account. The program after it may have several megabytes. */
const programDataHeadBytes = 45;

/**
 * Reads the current upgrade authority and slot of a program of the upgradeable loader. Returns null if it is
 * not such a program or is closed.
 */
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

/**
 * The program must still have the authority and slot that the owner signed, or the chain would refuse the
 * registration.
 */
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
