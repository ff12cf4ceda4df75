import {
  SESSION_BYTES,
  decodeAccount,
  decodeProgramData,
  decodeSession,
  findProgramDataAddress,
  toAddress,
  type Address,
  type LoaderProgramData,
  type SessionAccount,
} from '@pid/protocol';
import { orChainError, type Chain } from '../chain/index.ts';
import type { OnChainAccount } from '../platform/chain/client/index.ts';
import type { SessionGrant } from './session-grants.store.ts';

export const sessionStates = ['active', 'expired', 'revoked', 'stale', 'rotated', 'closed'] as const;
type SessionState = (typeof sessionStates)[number];

export interface LiveState {
  readonly state: SessionState;
  /** Why it has ended, in words for its owner. */
  readonly reason?: string;
}

const ended: Readonly<Record<Exclude<SessionState, 'active' | 'stale'>, string>> = {
  expired: 'The time you gave it is over. Open a new session to go on playing.',
  revoked: 'You have ended it.',
  rotated:
    'Your wallet was handed to another passkey, which ends every session. Open a new one to go on playing.',
  closed: 'It is over and was cleared away.',
};

/** The program's own judgement, in its order: by the session itself, then by a change of its game. */
function judgeSession(
  session: SessionAccount | null,
  input: { epoch: number; chainTime: bigint; game: LoaderProgramData | null },
): LiveState {
  const dead = (state: keyof typeof ended): LiveState => ({ state, reason: ended[state] });
  if (!session) return dead('closed');
  if (session.revoked) return dead('revoked');
  if (input.chainTime >= session.expiresAt) return dead('expired');
  if (session.epoch !== input.epoch) return dead('rotated');
  const reason = changeOf(session, input.game);
  return reason ? { state: 'stale', reason } : { state: 'active' };
}

function changeOf(session: SessionAccount, game: LoaderProgramData | null): string | null {
  if (!game) return 'The game was taken off the chain.';
  if (game.upgradeAuthority !== session.recordedAuthority)
    return 'Who may change the game has changed since you allowed it, so the session was stopped. Open a new one if you trust the game still.';
  if (game.slot !== session.recordedSlot)
    return 'The game was updated since you allowed it, so the session was stopped to be safe. Open a new one to go on playing.';
  return null;
}

const clockSysvar = toAddress('SysvarC1ock11111111111111111111111111111111');
const accountsPerRead = 100;

/** The state of several sessions of one account, as the chain has them now. */
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
    clockSysvar,
    ...dataOf.values(),
    ...grants.map(({ sessionAddress }) => sessionAddress),
  ]);
  const owned = (address: Address) =>
    found.get(address)?.owner === chain.programId ? (found.get(address) ?? null) : null;
  const clock = found.get(clockSysvar);
  const epoch = decodeOwned(owned(account), decodeAccount)?.epoch ?? -1;
  const chainTime = clock ? new DataView(clock.data.buffer, clock.data.byteOffset).getBigInt64(32, true) : 0n;
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
    // No account of ours is longer, and a game's program is not wanted whole.
    const { accounts } = await orChainError(
      client.accounts(some, { dataSlice: { offset: 0, length: SESSION_BYTES } }),
    );
    accounts.forEach((account, index) => account && found.set(some[index]!, account));
  }
  return found;
}
