import {
  accountIdFromPid,
  decodeAccount,
  decodeRecovery,
  equalBytes,
  findAccountAddress,
  findRecoveryAddress,
  recoveryAttempts,
  type RecoveryAccount,
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
import { listGuardians } from './guardians.store.ts';
import { listPolicies } from './policies.store.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { lapseAttempts, listAllOpen, takeTelling, type Attempt } from './recovery.store.ts';
import { isRemembered, seenAs } from './remember-policy.ts';
import { moveMarks, takeRound } from './watch.store.ts';

const everySeconds = 15;
/** A little less, so that a node that comes by at its time finds the round free. */
const roundMillis = 14_000;
const playersPerRound = 500;
const openPerRound = 500;
/** What a node answers in one request. */
const accountsPerRead = 100;
const remindMillis = 24 * 3_600_000;

interface Player {
  readonly id: string;
  readonly pid: string;
}

/**
 * Looks at the chain, as finalized, for recoveries: those that are open with us and every activated wallet, each in turn, because guardians
 * need no service to vote. What is finished is carried out, what is ready is finished, what runs is told anew every day. A round in which nothing happens
 * asks the chain for the recovery accounts alone, a hundred at a time, and writes nothing; of several nodes one has it.
 */
export function recoveryWatch(deps: RecoveryDeps): Job {
  return { name: 'watch recoveries', everySeconds, run: () => watchRecoveries(deps) };
}

async function watchRecoveries(deps: RecoveryDeps): Promise<void> {
  const now = deps.clock.now();
  const marks = await takeRound(deps.db, now, new Date(now.getTime() + roundMillis));
  if (marks === null) return;
  await lapse(deps);
  const open = await listAllOpen(deps.db, marks.attempt, openPerRound);
  await remindOwners(deps, open);
  const asked = new Set(open.filter(({ mode }) => mode === 'chain').map(({ identityId }) => identityId));
  const activated = await listActivated(deps.db, marks.identity, playersPerRound);
  const rest = activated.filter((id) => !asked.has(id));
  for (const part of chunks(await findIdentities(deps.db, rest), accountsPerRead))
    for (const player of await findMoved(deps, part)) asked.add(player.id);
  for (const part of chunks(await findIdentities(deps.db, [...asked]), accountsPerRead / 2))
    await look(deps, part);
  await moveMarks(deps.db, marks, {
    identity: activated.length < playersPerRound ? null : activated.at(-1)!,
    attempt: open.length < openPerRound ? null : open.at(-1)!.id,
  });
}

async function lapse({ db, clock }: RecoveryDeps): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    for (const { id, identityId } of await lapseAttempts(tx, now)) await recordEnded(tx, identityId, id, now);
  });
}

/** Those whose guardians are others than we know, or have voted: whoever is as they were costs one hundredth of a request. */
async function findMoved({ db, chain }: RecoveryDeps, players: readonly Player[]): Promise<Player[]> {
  const addresses = players.map(
    ({ pid }) => findRecoveryAddress(chain.programId, accountIdFromPid(pid)).address,
  );
  const ids = players.map(({ id }) => id);
  const [{ accounts }, guardians, policies] = await Promise.all([
    chain.client.accounts(addresses, { commitment: 'finalized' }),
    listGuardians(db, ids),
    listPolicies(db, ids),
  ]);
  return players.filter(({ id }, index) => {
    const record = accounts[index];
    const recovery = record?.owner === chain.programId ? decodeRecovery(record.data) : null;
    if (!recovery) return false;
    const known = { policy: policies.get(id) ?? null, guardians: guardians.get(id) ?? [] };
    return recovery.votes.some(Boolean) || !isRemembered(known, seenAs(recovery, recovery.nonce));
  });
}

async function look(deps: RecoveryDeps, players: readonly Player[]): Promise<void> {
  const { client, programId } = deps.chain;
  const addresses = players.flatMap(({ pid }) => {
    const accountId = accountIdFromPid(pid);
    return [
      findAccountAddress(programId, accountId).address,
      findRecoveryAddress(programId, accountId).address,
    ];
  });
  const [{ accounts }, { seconds }] = await Promise.all([
    client.accounts(addresses, { commitment: 'finalized' }),
    client.time(),
  ]);
  for (const [index, player] of players.entries()) {
    const [wallet, record] = [accounts[2 * index], accounts[2 * index + 1]];
    const account = wallet?.owner === programId ? decodeAccount(wallet.data) : null;
    const recovery = record?.owner === programId ? decodeRecovery(record.data) : null;
    if (!account || !recovery) continue;
    await settle(deps, player, account, recovery, seconds).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a recovery could not be settled, it is looked at again'),
    );
  }
}

/** `account` and `recovery` are as finalized blocks have them. */
async function settle(
  deps: RecoveryDeps,
  player: Player,
  account: SmartAccount,
  recovery: RecoveryAccount,
  chainSeconds: bigint,
): Promise<void> {
  const attempts = recoveryAttempts(recovery, account.epoch, chainSeconds);
  const open = await followRecovery(deps, player.id, { recovery, attempts, state: { account } });
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
