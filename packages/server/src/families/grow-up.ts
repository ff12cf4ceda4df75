import { findIdentity } from '../identity/index.ts';
import { findFamily, listGrownUp, lockAccounts, writeAdultFrom } from '../ledger/index.ts';
import { handleEach } from '../platform/handle-each.ts';
import type { Job } from '../platform/jobs.ts';
import { endChildhood } from './end-link.ts';
import { momentOf, type FamilyDeps } from './family-deps.ts';

/** Ends the links of players who became adults. Postings judge the day themselves, so this may be late. */
export function growUpJob(deps: FamilyDeps): Job {
  return { name: 'end childhoods', everySeconds: 3600, run: () => endChildhoods(deps) };
}

async function endChildhoods(deps: FamilyDeps): Promise<void> {
  await handleEach(
    (page) => listGrownUp(deps.db, { ...momentOf(deps), ...page }),
    (id) => growUp(deps, id),
  );
}

async function growUp(deps: FamilyDeps, id: string): Promise<void> {
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
