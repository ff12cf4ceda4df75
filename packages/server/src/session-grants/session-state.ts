import { sessionEnds, type Reply, type SessionEnd } from '@pid/contract';
import {
  CLOCK_SYSVAR,
  SESSION_BYTES,
  decodeAccount,
  decodeClock,
  decodeProgramData,
  decodeSession,
  findProgramDataAddress,
  type Address,
  type LoaderProgramData,
  type SessionAccount,
} from '@pid/protocol';
import { orChainError, type Chain } from '../chain/index.ts';
import type { OnChainAccount } from '../platform/chain/client/index.ts';
import type { SessionGrant } from './session-grants.store.ts';

type SessionState = Reply<'listSessionGrants'>['items'][number]['state'];

export interface LiveState {
  readonly state: SessionState;
  /** Why the session ended: a code for programs, and a sentence for its owner. */
  readonly ended?: SessionEnd;
  readonly reason?: string;
}

const ended = (state: SessionState, end: SessionEnd): LiveState => ({
  state,
  ended: end,
  reason: sessionEnds[end],
});

/**
 * Makes the same checks as the program, in the same order: first the session itself, then a change of its
 * game.
 */
function judgeSession(
  session: SessionAccount | null,
  input: { epoch: number; chainTime: bigint; game: LoaderProgramData | null },
): LiveState {
  if (!session) return ended('closed', 'closed');
  if (session.revoked) return ended('revoked', 'revoked');
  if (input.chainTime >= session.expiresAt) return ended('expired', 'expired');
  if (session.epoch !== input.epoch) return ended('rotated', 'rotated');
  const change = changeOf(session, input.game);
  return change ? ended('stale', change) : { state: 'active' };
}

function changeOf(session: SessionAccount, game: LoaderProgramData | null): SessionEnd | null {
  if (!game) return 'game_gone';
  if (game.upgradeAuthority !== session.recordedAuthority) return 'game_authority';
  return game.slot === session.recordedSlot ? null : 'game_updated';
}

const accountsPerRead = 100;

/** Reads the current state of several sessions of one account from the chain. */
export async function readStates(
  chain: Chain,
  account: Address,
  grants: readonly SessionGrant[],
): Promise<LiveState[]> {
  const dataOf = new Map(
    [...new Set(grants.map(({ allowedProgram }) => allowedProgram))].map((program) => [
      program,
      findProgramDataAddress(program).address,
    ]),
  );
  const found = await readAll(chain, [
    account,
    CLOCK_SYSVAR,
    ...dataOf.values(),
    ...grants.map(({ sessionAddress }) => sessionAddress),
  ]);
  const owned = (address: Address) =>
    found.get(address)?.owner === chain.programId ? (found.get(address) ?? null) : null;
  const clock = found.get(CLOCK_SYSVAR);
  const epoch = decodeOwned(owned(account), decodeAccount)?.epoch ?? -1;
  const chainTime = (clock && decodeClock(clock.data)?.seconds) ?? 0n;
  return grants.map(({ sessionAddress, allowedProgram }) => {
    const programData = found.get(dataOf.get(allowedProgram)!);
    const game = programData ? decodeProgramData(programData.data) : null;
    return judgeSession(decodeOwned(owned(sessionAddress), decodeSession), { epoch, chainTime, game });
  });
}

function decodeOwned<T>(account: OnChainAccount | null, decode: (data: Uint8Array) => T | null): T | null {
  return account && decode(account.data);
}

async function readAll(
  { client }: Chain,
  addresses: readonly Address[],
): Promise<Map<Address, OnChainAccount>> {
  const found = new Map<Address, OnChainAccount>();
  for (let start = 0; start < addresses.length; start += accountsPerRead) {
    const some = addresses.slice(start, start + accountsPerRead);
    // No account of PID is longer, and only the header of a game's program data is needed.
    const { accounts } = await orChainError(
      client.accounts(some, { dataSlice: { offset: 0, length: SESSION_BYTES } }),
    );
    accounts.forEach((account, index) => account && found.set(some[index]!, account));
  }
  return found;
}
