import { setTimeout as sleep } from 'node:timers/promises';
import { closeSessionInstruction, decodeSession, type Address, type ProgramInstruction } from '@pid/protocol';
import { walletOf } from '../account/index.ts';
import { OperatorTransactionError, landTransaction, type Chain } from '../chain/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/log.ts';
import { returnRent } from '../relay/index.ts';
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

/** Closes sessions that are long over, so that their rent comes back to the relayer who paid it, and to the pool it came from. Returns how many it looked at. */
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
  // Whoever paid the rent gets it back, also a relayer of ours that has since been replaced.
  const open = ended.flatMap((session, index) => {
    const account = accounts[index];
    const onChain = account?.owner === chain.programId ? decodeSession(account.data) : null;
    return onChain ? [{ ...session, payer: onChain.payer }] : [];
  });
  const closed = await closeTogether(deps, open);
  const left = new Set(open.filter((session) => !closed.includes(session)).map(addressOf));
  const gone = ended.map(addressOf).filter((address) => !left.has(address));
  await db.transaction(async (tx) => {
    await markClosed(tx, gone, now);
    await returnRent(tx, gone, now);
  });
  return ended.length;
}

interface OpenSession extends EndedSession {
  readonly payer: Address;
}

const addressOf = ({ sessionAddress }: EndedSession) => sessionAddress;

/** All in one transaction; when the chain refuses that, one by one, and the refused stay for another time. */
async function closeTogether(
  deps: CloseDeps,
  sessions: readonly OpenSession[],
): Promise<readonly OpenSession[]> {
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
    const closed: OpenSession[] = [];
    for (const session of sessions) closed.push(...(await closeTogether(deps, [session])));
    return closed;
  }
}

async function land({ chain }: CloseDeps, sessions: readonly OpenSession[]): Promise<void> {
  const { relayer } = chain.keys;
  const instructions = sessions.map((session) => closing(chain, session));
  await landTransaction({ client: chain.client, sleep }, relayer, instructions);
}

function closing(chain: Chain, session: OpenSession): ProgramInstruction {
  return closeSessionInstruction(walletOf(chain, `${session.handle}@pid`), {
    session: session.sessionAddress,
    allowedProgram: session.allowedProgram,
    // mutant: session.payer => chain.keys.relayer.address
    payer: session.payer,
  });
}
