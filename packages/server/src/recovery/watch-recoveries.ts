import { accountIdFromPid, decodeRecovery, findRecoveryAddress } from '@pid/protocol';
import { listActivated } from '../account/index.ts';
import { listIdentitiesById, lockIdentity } from '../identity/index.ts';
import { findRecoveryHold, notifyOwner } from '../notices/index.ts';
import type { Job } from '../platform/jobs.ts';
import { chunks } from '../relay/index.ts';
import { finishOnChain } from './finish-recovery.ts';
import { followRecovery, installFinished, recordEnded } from './follow-recovery.ts';
import { listGuardians } from './guardians.store.ts';
import { findHeldPasskey, sweepPasskeys } from './held-passkeys.store.ts';
import { listPolicies } from './policies.store.ts';
import { playersPerSight, readSights } from './read-sights.ts';
import type { RecoveryDeps } from './recovery-deps.ts';
import { phaseOf } from './recovery-states.ts';
import {
  lapseAttempts,
  listAllOpen,
  listOpenAttempts,
  settleAttempt,
  takeTelling,
  type Attempt,
} from './recovery.store.ts';
import { isRemembered, seenAs } from './remember-policy.ts';
import { listSights } from './sights.store.ts';
import { moveMarks, takeRound } from './watch.store.ts';

const everySeconds = 15;
/** Slightly less, so that a node that arrives on schedule finds the round free. */
const roundMillis = 14_000;
const playersPerRound = 500;
const openPerRound = 500;
/** Maximum number of accounts that a node returns in one request. */
const accountsPerRead = 100;
const remindMillis = 24 * 3_600_000;

interface Player {
  readonly id: string;
  readonly pid: string;
}

/**
 * Reads recoveries from finalized blocks: those that are open in the database, and every activated wallet in
 * turn, because guardians can vote without the service. Carries out finishes, finishes ready recoveries, and
 * reminds owners of running ones every day. A round without changes reads only the recovery accounts and
 * writes nothing. Only one node runs a round.
 */
export function recoveryWatch(deps: RecoveryDeps): Job {
  return { name: 'watch recoveries', everySeconds, run: () => watchRecoveries(deps) };
}

async function watchRecoveries(deps: RecoveryDeps): Promise<void> {
  const now = deps.clock.now();
  const after = await takeRound(deps.db, now, new Date(now.getTime() + roundMillis));
  if (after === null) return;
  await lapse(deps);
  await sweepPasskeys(deps.db, now);
  const open = await listAllOpen(deps.db, after.attempt, openPerRound);
  await remindOwners(deps, open);
  const asked = new Set(open.map(({ identityId }) => identityId));
  const activated = await listActivated(deps.db, after.identity, playersPerRound);
  const rest = activated.filter((id) => !asked.has(id));
  for (const part of chunks(await listIdentitiesById(deps.db, rest), accountsPerRead))
    for (const player of await findMoved(deps, part)) asked.add(player.id);
  for (const part of chunks(await listIdentitiesById(deps.db, [...asked]), playersPerSight))
    await look(deps, part);
  await each(
    deps,
    open.filter((attempt) => phaseOf(attempt) === 'taken'),
    (attempt) => installAfterFreeze(deps, attempt),
  );
  await moveMarks(deps.db, after, {
    attempt: open.length < openPerRound ? null : open.at(-1)!.id,
    identity: activated.length < playersPerRound ? null : activated.at(-1)!,
  });
}

async function lapse({ db, clock }: RecoveryDeps): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    for (const { id, identityId } of await lapseAttempts(tx, now)) await recordEnded(tx, identityId, id, now);
  });
}

export async function installAfterFreeze(
  deps: Pick<RecoveryDeps, 'db' | 'clock' | 'ids' | 'log'>,
  attempt: Pick<Attempt, 'id' | 'identityId' | 'compressedKey'>,
): Promise<void> {
  const { id, identityId } = attempt;
  await deps.db.transaction(async (tx) => {
    await lockIdentity(tx, identityId);
    const now = deps.clock.now();
    if ((await findRecoveryHold(tx, identityId, now)) !== null) return;
    if (await settleAttempt(tx, id, 'finished', now)) await installFinished(deps, tx, attempt, now);
  });
}

/**
 * Players whose guardians have changed or voted, or whose policy was used. Every other player costs one
 * hundredth of a request.
 */
async function findMoved({ db, chain }: RecoveryDeps, players: readonly Player[]): Promise<Player[]> {
  const addresses = players.map(
    ({ pid }) => findRecoveryAddress(chain.programId, accountIdFromPid(pid)).address,
  );
  const ids = players.map(({ id }) => id);
  const [{ accounts }, guardians, policies, sights] = await Promise.all([
    chain.client.accounts(addresses, { commitment: 'finalized' }),
    listGuardians(db, ids),
    listPolicies(db, ids),
    listSights(db, ids),
  ]);
  return players.filter(({ id }, index) => {
    const record = accounts[index];
    const recovery = record?.owner === chain.programId ? decodeRecovery(record.data) : null;
    if (!recovery) return false;
    const known = { policy: policies.get(id) ?? null, guardians: guardians.get(id) ?? [] };
    return (
      recovery.votes.some(Boolean) ||
      sights.get(id)?.policyNonce !== recovery.nonce ||
      !isRemembered(known, seenAs(recovery, recovery.nonce))
    );
  });
}

async function look(deps: RecoveryDeps, players: readonly Player[]): Promise<void> {
  const sights = await readSights(
    deps.chain,
    players.map(({ pid }) => pid),
  );
  await each(deps, [...players.entries()], async ([index, player]) => {
    const sight = sights[index];
    if (!sight) return;
    await followRecovery(deps, player.id, sight);
    await finishWhatIsReady(deps, player);
  });
}

/** A recovery that cannot be processed does not keep the others waiting. The next round tries it again. */
async function each<Item>(
  { log }: Pick<RecoveryDeps, 'log'>,
  items: readonly Item[],
  process: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items)
    await process(item).catch((err: unknown) =>
      log.warn({ err }, 'a recovery could not be processed; it is retried'),
    );
}

/** For players who registered their new passkey here: they need not return to finish. */
async function finishWhatIsReady(deps: RecoveryDeps, { id, pid }: Player): Promise<void> {
  const now = deps.clock.now();
  const ready = (await listOpenAttempts(deps.db, [id])).find(
    (attempt) => attempt.mode === 'chain' && phaseOf(attempt) === 'running' && attempt.readyAt! <= now,
  );
  if (!ready || !(await findHeldPasskey(deps.db, id, ready.compressedKey))) return;
  if ((await findRecoveryHold(deps.db, id, now)) === null) await finishOnChain(deps, ready, pid);
}

async function remindOwners(deps: RecoveryDeps, open: readonly Attempt[]): Promise<void> {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - remindMillis);
  await each(deps, open, async ({ id, identityId, readyAt, toldAt }) => {
    if (toldAt > before) return;
    await deps.db.transaction(async (tx) => {
      if (!(await takeTelling(tx, id, before, now))) return;
      await notifyOwner(
        tx,
        readyAt
          ? { identityId, now, type: 'recovery.started', data: { readyAt: readyAt.toISOString() } }
          : { identityId, now, type: 'recovery.asked', data: {} },
      );
    });
  });
}
