import { findIdentity } from '../identity/index.ts';
import { findFamily, listGrownUp, lockAccounts, writeAdultFrom } from '../ledger/index.ts';
import type { Job } from '../platform/jobs.ts';
import { endChildhood } from './end-link.ts';
import { momentOf, type FamilyDeps } from './family-deps.ts';

type GrowUpDeps = Pick<FamilyDeps, 'db' | 'clock' | 'book' | 'timeZone'>;

const batch = 100;

/** Ends the links of players who became adults. Postings judge the day themselves, so this may be late. */
export function growUpJob(deps: GrowUpDeps): Job {
  return { name: 'end childhoods', everySeconds: 3600, run: () => endChildhoods(deps) };
}

async function endChildhoods(deps: GrowUpDeps): Promise<void> {
  const failures = new Map<string, unknown>();
  for (;;) {
    const grown = await listGrownUp(deps.db, {
      ...momentOf(deps),
      except: [...failures.keys()],
      limit: batch,
    });
    // A player whose row cannot be changed does not keep those after it in their families.
    for (const id of grown) await growUp(deps, id).catch((error: unknown) => failures.set(id, error));
    if (grown.length < batch) break;
  }
  if (failures.size > 0)
    throw new AggregateError(failures.values(), `childhoods that could not be ended: ${failures.size}`);
}

async function growUp(deps: GrowUpDeps, id: string): Promise<void> {
  const account = await deps.book.ofIdentity(id);
  await deps.db.transaction(async (tx) => {
    await lockAccounts(tx, [account]);
    const state = await findFamily(tx, id, momentOf(deps));
    if (state?.isAdult !== true) return;
    const identity = (await findIdentity(tx, id))!;
    await endChildhood(deps, tx, { id, pid: `${identity.handle}@pid` }, { actor: 'service', origin: null });
    // The day of birth is no longer needed, so the ledger forgets it.
    await writeAdultFrom(tx, account, '-infinity');
  });
}
