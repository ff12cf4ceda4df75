import { findAccount } from '../ledger/index.ts';
import { inBatches, type Queryable } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import { ensureKeys, type AccountCache } from './account-keys.ts';
import { destroyKeys, listDeletedApps, scheduleDestruction } from './account-keys.store.ts';

const keptMillis = 30 * 86_400_000;
/** Deletions that committed late, or by a node whose clock is behind. */
const overlapMillis = 86_400_000;

type DestroyDeps = Needs<'clock' | 'ids' | 'sealer'> & { readonly db: Queryable };

/** Schedules the destruction of an account's key, 30 days after the deletion of its holder. */
export async function scheduleKey(
  deps: Omit<DestroyDeps, 'clock'>,
  account: bigint,
  deletedAt: Date,
): Promise<void> {
  // Postings of the deletion are appended later, so the key must exist before it gets its date.
  await ensureKeys(deps, [account]);
  await scheduleDestruction(deps.db, account, new Date(deletedAt.getTime() + keptMillis));
}

/** Destroys the keys that are due. Runs on every node, because each one remembers keys. */
export function keyDestruction(deps: DestroyDeps, cache: Pick<AccountCache, 'evict'>): () => Promise<void> {
  let appsSince: Date | null = null;

  async function scheduleApps(now: Date): Promise<void> {
    for (const { clientId, deletedAt } of await listDeletedApps(deps.db, appsSince))
      for (const kind of ['app', 'hold'] as const) {
        const account = await findAccount(deps.db, { kind, id: clientId });
        if (account !== null) await scheduleKey(deps, account, deletedAt);
      }
    appsSince = new Date(now.getTime() - overlapMillis);
  }

  return async () => {
    const now = deps.clock.now();
    await inBatches((most) => destroyKeys(deps.db, now, most));
    // Another node may have destroyed some of the keys that this one remembers.
    cache.evict();
    await scheduleApps(now);
  };
}
