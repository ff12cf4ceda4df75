import {
  accountIdFromPid,
  decodeAccount,
  decodeRecovery,
  deriveWallet,
  equalBytes,
  findRecoveryAddress,
  recoveryAttempts,
  type SmartAccount,
} from '@pid/protocol';
import { listActivated } from '../account/index.ts';
import { findIdentities } from '../identity/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Job } from '../platform/jobs.ts';
import { chunks } from '../relay/index.ts';
import { applyRecovery } from './apply-recovery.ts';
import { followRecovery, recordEnded } from './follow-recovery.ts';
import { finishOnChain } from './finish-recovery.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { lapseAttempts, listAllOpen, takeTelling, type Attempt } from './recovery.store.ts';
import { readMark, takePart } from './watch.store.ts';

const everySeconds = 15;
const playersPerRound = 500;
const openPerRound = 500;
const playersPerRead = 40;
const remindMillis = 24 * 3_600_000;

interface Player {
  readonly id: string;
  readonly pid: string;
}

/**
 * Looks at the chain, as finalized, for recoveries: those that are open with us in every round, and every activated wallet in turn, because guardians
 * need no service to vote. What is finished is carried out, what is ready is finished, what runs is told anew every day.
 */
export function recoveryWatch(deps: RecoveryDeps): Job {
  return { name: 'watch recoveries', everySeconds, run: () => watchRecoveries(deps) };
}

async function watchRecoveries(deps: RecoveryDeps): Promise<void> {
  await lapse(deps);
  const open = await listAllOpen(deps.db, openPerRound);
  await remindOwners(deps, open);
  const ids = [...new Set(open.filter(({ mode }) => mode === 'chain').map(({ identityId }) => identityId))];
  const players = [...(await findIdentities(deps.db, ids)), ...(await nextPlayers(deps))];
  for (const part of chunks(players, playersPerRead)) await look(deps, part);
}

async function lapse({ db, clock }: RecoveryDeps): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    for (const { id, identityId } of await lapseAttempts(tx, now)) await recordEnded(tx, identityId, id, now);
  });
}

async function nextPlayers({ db }: RecoveryDeps): Promise<Player[]> {
  const after = await readMark(db);
  const activated = await listActivated(db, after, playersPerRound);
  const next = activated.length < playersPerRound ? null : activated.at(-1)!;
  // Whoever moves the mark on has this part; the other nodes come back for the next.
  return (await takePart(db, after, next)) ? findIdentities(db, activated) : [];
}

async function look(deps: RecoveryDeps, players: readonly Player[]): Promise<void> {
  const { client, programId } = deps.chain;
  const wallets = players.map(({ pid }) => deriveWallet(programId, accountIdFromPid(pid)));
  const addresses = wallets.flatMap(({ account, accountId }) => [
    account,
    findRecoveryAddress(programId, accountId).address,
  ]);
  const { accounts } = await client.accounts(addresses, { commitment: 'finalized' });
  const { seconds } = await client.time();
  for (const [index, player] of players.entries()) {
    const [wallet, record] = [accounts[2 * index], accounts[2 * index + 1]];
    const account = wallet?.owner === programId ? decodeAccount(wallet.data) : null;
    const recovery = record?.owner === programId ? decodeRecovery(record.data) : null;
    if (!account || !recovery) continue;
    const attempts = recoveryAttempts(recovery, seconds);
    await settle(deps, player, account, await follow()).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a recovery could not be settled, it is looked at again'),
    );

    function follow(): Promise<Attempt[]> {
      return followRecovery(deps, player.id, { recovery, attempts, state: { account: account! } });
    }
  }
}

/** `account` is as finalized blocks have it. */
async function settle(
  deps: RecoveryDeps,
  player: Player,
  account: SmartAccount,
  open: readonly Attempt[],
): Promise<void> {
  const now = deps.clock.now();
  const taken = open.find(
    ({ mode, compressedKey }) => mode === 'chain' && equalBytes(compressedKey, account.authority),
  );
  if (taken) {
    await deps.db.transaction((tx) => applyRecovery(deps, tx, taken, { taken: account, lostKey: null, now }));
    return;
  }
  const ready = open.find(({ mode, readyAt }) => mode === 'chain' && readyAt !== null && readyAt <= now);
  if (ready?.passkey) await finishOnChain(deps, ready, player.pid);
}

async function remindOwners({ db, clock }: RecoveryDeps, open: readonly Attempt[]): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - remindMillis);
  for (const { id, identityId, readyAt, toldAt } of open) {
    if (toldAt > before) continue;
    await db.transaction(async (tx) => {
      if (!(await takeTelling(tx, id, before, now))) return;
      await notifyOwner(
        tx,
        readyAt
          ? { identityId, now, type: 'recovery.started', data: { readyAt: readyAt.toISOString() } }
          : { identityId, now, type: 'recovery.asked', data: {} },
      );
    });
  }
}
