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

/** Within this hour the owner can renew the session in place, and still sees why it ended. */
const graceSeconds = 3600;
const retrySeconds = 3600;
/** Fits into one transaction with room to spare. */
const perTransaction = 8;

/**
 * Closes sessions some time after their end, so that their rent returns to the relayer that paid it and to
 * its pool. Returns the number of sessions examined.
 */
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
  // The rent returns to its payer, even to a relayer that has been replaced.
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

/**
 * Closes all sessions in one transaction. If the chain refuses it, closes them one by one; refused sessions
 * are retried later.
 */
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
        'a game session cannot be closed; retrying in an hour',
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
