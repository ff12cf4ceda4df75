import { recordAudit } from './audit/index.ts';
import { countBurnt } from './credentials/index.ts';
import { countPendingTopUps } from './checkout/index.ts';
import { sealedColumns } from './open-sealing.ts';
import { countListeners, type Queryable } from './platform/db/index.ts';
import { countLostMonths, dropLostMonths } from './families/index.ts';
import type { Needs } from './platform/needs.ts';
import { countByMasterKey, lockSealing, SealingError } from './platform/sealing/index.ts';
import { dropLostIdTokenKeys } from './relying-parties/index.ts';
import {
  countActiveSessions,
  countLostKeys,
  dropLostKeys,
  endNextSessions,
  listLostSecrets,
} from './sessions/index.ts';
import { countLostAccountKeys, dropLostAccountKeys } from './transparency/index.ts';
import { countLostNumbers, loseNumbers } from './settlements/index.ts';

/** What a lost master key costs. Counted before anything changes. */
export interface LossReport {
  /** The lost master keys, with the number of values that each has sealed. */
  readonly lostKeys: Readonly<Record<string, number>>;
  /** Sealed values that still open. */
  readonly openable: number;
  readonly signingKeys: number;
  /** Secrets of the service that are lost, by name. */
  readonly secrets: readonly string[];
  /** Sessions that end, because their refresh tokens were signed with a lost secret. */
  readonly sessions: number;
  readonly bankAccounts: number;
  readonly settlementsReturned: number;
  readonly settlementsSent: number;
  readonly settlementsEnded: number;
  /** Logins and passkeys of deleted identities that are no longer recognized. */
  readonly burntCredentials: number;
  /** Accounts whose earlier entries in the public log can no longer be proven. */
  readonly accountKeys: number;
  /** Birth months that nobody can read any more. Ages are judged as before. */
  readonly birthMonths: number;
  /** Top-ups that a later restore to an earlier moment could no longer find by their mark. */
  readonly pendingTopUps: number;
}

/** `openKeys` are the master keys at hand. */
export async function surveyLoss(db: Queryable, openKeys: readonly string[]): Promise<LossReport> {
  const byKey = [...(await countByMasterKey(db, sealedColumns))];
  const lost = byKey.filter(([key]) => !openKeys.includes(key));
  const keys = lost.map(([key]) => key);
  const numbers = await countLostNumbers(db, keys);
  const secrets = await listLostSecrets(db, keys);
  const has = (name: string) => secrets.includes(name);
  return {
    lostKeys: Object.fromEntries(lost),
    openable: byKey.reduce((sum, [key, count]) => sum + (openKeys.includes(key) ? count : 0), 0),
    signingKeys: await countLostKeys(db, keys),
    secrets,
    sessions: has('refresh') ? (await countActiveSessions(db)).count : 0,
    bankAccounts: numbers.accounts,
    settlementsReturned: numbers.requested,
    settlementsSent: numbers.sent,
    settlementsEnded: numbers.ended,
    burntCredentials: has('burn') ? await countBurnt(db) : 0,
    accountKeys: await countLostAccountKeys(db, keys),
    birthMonths: await countLostMonths(db, keys),
    pendingTopUps: has('topup-marks') ? await countPendingTopUps(db) : 0,
  };
}

/** Throws if a node uses this database: its memory or environment still has a master key. */
export async function refuseWhileNodesRun(db: Queryable): Promise<void> {
  const nodes = await countListeners(db);
  if (nodes > 0)
    throw new SealingError(
      `${nodes === 1 ? 'A node uses' : `${nodes} nodes use`} this database. A node that runs still has the master key: read PID_MASTER_KEY from its environment (\`/proc/<its process>/environ\`, or its deployment) before you stop it. The keys were not reset.`,
    );
}

interface ResetOptions {
  /** The master key from now on. */
  readonly masterKey: string;
  /** What the operator has agreed to. Values of other master keys stay, also those of a reset that was completed meanwhile. */
  readonly loss: LossReport;
  readonly actor: string;
  readonly reason: string | null;
  readonly batchRows: number;
  /** Called with the number of rows done so far. Throws to stop. */
  onBatch(done: number): void;
}

/**
 * Gives up everything that a lost master key has sealed, so that the service starts with another one. The keys
 * are dropped last: until then the service refuses to start, and a run that was interrupted is continued by the
 * next one.
 */
export async function resetMaster(
  deps: Needs<'db' | 'clock' | 'ids'>,
  { masterKey, loss, actor, reason, batchRows, onBatch }: ResetOptions,
): Promise<void> {
  const { db, clock } = deps;
  const lostKeys = Object.keys(loss.lostKeys);
  const now = clock.now();
  const { upTo } = await countActiveSessions(db);
  await refuseUnlessLeft(db, lostKeys);
  await refuseWhileNodesRun(db);
  let done = 0;
  const advance = (count: number) => onBatch((done += count));
  if (loss.sessions > 0) {
    let afterId: string | null = null;
    do {
      const next = { afterId, limit: batchRows, reason: 'master key lost', upTo, now };
      const batch: { count: number; lastId: string | null } = await db.transaction((tx) =>
        endNextSessions(tx, next),
      );
      advance(batch.count);
      afterId = batch.lastId;
    } while (afterId !== null);
  }
  await loseNumbers(deps, { lostKeys, actor, batchRows, onBatch: advance });
  for (let dropped = batchRows; dropped === batchRows;) {
    dropped = await dropLostAccountKeys(db, lostKeys, batchRows);
    advance(dropped);
  }
  for (let dropped = batchRows; dropped === batchRows;) {
    dropped = await dropLostMonths(db, lostKeys, batchRows);
    advance(dropped);
  }
  await db.transaction(async (tx) => {
    await lockSealing(tx);
    // Without lost keys, the numbers were everything.
    if (loss.signingKeys + loss.secrets.length > 0) await refuseUnlessLeft(tx, lostKeys);
    await refuseWhileNodesRun(tx);
    await dropLostKeys(tx, lostKeys, now);
    await dropLostIdTokenKeys(tx, lostKeys, now);
    const left = await countLost(tx, lostKeys);
    if (left > 0)
      throw new SealingError(
        `${left} values were sealed with the lost master key meanwhile. Stop every node, and run the command again.`,
      );
    await recordAudit(tx, {
      at: clock.now(),
      identityId: null,
      actor,
      action: 'keys.master_reset',
      target: masterKey,
      details: { ...loss, ...(reason === null ? {} : { reason }) },
      origin: null,
    });
  });
}

/** Otherwise sessions would end that were opened after the reset of another operator. */
async function refuseUnlessLeft(db: Queryable, lostKeys: readonly string[]): Promise<void> {
  if ((await countLost(db, lostKeys)) === 0)
    throw new SealingError(
      'Another run has completed this reset meanwhile. Start the nodes with the master key of that run.',
    );
}

async function countLost(db: Queryable, lostKeys: readonly string[]): Promise<number> {
  const byKey = await countByMasterKey(db, sealedColumns);
  return lostKeys.reduce((sum, key) => sum + (byKey.get(key) ?? 0), 0);
}
