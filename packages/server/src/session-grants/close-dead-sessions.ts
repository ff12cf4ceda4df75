import { closeSessionInstruction, decodeSession, type Address, type ProgramInstruction } from '@pid/protocol';
import { walletOf } from '../account/index.ts';
import { OperatorTransactionError, landTransaction, type Chain } from '../chain/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/log.ts';
import { claimEnded, markClosed, type EndedSession } from './session-rent.store.ts';

export interface CloseDeps {
  readonly db: Database;
  readonly chain: Chain;
  readonly clock: Clock;
  readonly log: Logger;
}

/** An owner who comes back within the hour renews in place, and sees until then why the session ended. */
const graceSeconds = 3600;
const retrySeconds = 3600;
/** As many as fit a transaction with room to spare. */
const perTransaction = 8;

/** Closes sessions that are long over, so that their rent comes back to the relayer who paid it. Answers how many it looked at. */
export async function closeDeadSessions(deps: CloseDeps): Promise<number> {
  const { db, chain, clock } = deps;
  const now = clock.now();
  const ended = await claimEnded(db, {
    endedBefore: BigInt(clock.nowSeconds() - graceSeconds),
    triedBefore: new Date(clock.nowMillis() - retrySeconds * 1000),
    now,
    limit: perTransaction,
  });
  if (ended.length === 0) return 0;
  const { accounts } = await chain.client.accounts(ended.map(({ sessionAddress }) => sessionAddress));
  const open = ended.filter((_, index) => {
    const account = accounts[index];
    const session = account?.owner === chain.programId ? decodeSession(account.data) : null;
    return session?.payer === chain.keys.relayer.address;
  });
  const closed = await closeTogether(deps, open);
  const gone = ended.filter((session) => !open.includes(session));
  await markClosed(
    db,
    [...gone, ...closed].map(({ sessionAddress }) => sessionAddress),
    now,
  );
  return ended.length;
}

/** All in one transaction; when the chain refuses that, one by one, and the refused stay for another time. */
async function closeTogether(
  deps: CloseDeps,
  sessions: readonly EndedSession[],
): Promise<readonly EndedSession[]> {
  if (sessions.length === 0) return [];
  try {
    await land(deps, sessions);
    return sessions;
  } catch (error) {
    if (!(error instanceof OperatorTransactionError)) throw error;
    if (sessions.length === 1) {
      deps.log.warn(
        { session: sessions[0]!.sessionAddress, reason: error.message },
        'a session cannot be closed',
      );
      return [];
    }
    const closed: EndedSession[] = [];
    for (const session of sessions) closed.push(...(await closeTogether(deps, [session])));
    return closed;
  }
}

async function land({ chain }: CloseDeps, sessions: readonly EndedSession[]): Promise<void> {
  const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));
  const { relayer } = chain.keys;
  const instructions = sessions.map((session) => closing(chain, session, relayer.address));
  await landTransaction({ client: chain.client, sleep }, relayer, instructions);
}

function closing(chain: Chain, session: EndedSession, payer: Address): ProgramInstruction {
  return closeSessionInstruction(walletOf(chain, `${session.handle}@pid`), {
    session: session.sessionAddress,
    allowedProgram: session.allowedProgram,
    payer,
  });
}
