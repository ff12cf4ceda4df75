import { liabilityMemo } from '@pid/protocol/books';
import { differingLiabilities, totalOwed } from '../ledger/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { listDays, listLeaves } from './liabilities.store.ts';

const anchoredDays = 7;
const rowsAtOnce = 16;
const accountsMax = 20;
const lastAccount = 2n ** 63n - 1n;

/** Compares the last daily tree with the entries of the ledger at the time of its snapshot, and the last days with their memos. */
export async function auditTree(db: Queryable): Promise<string[]> {
  const days = await listDays(db, anchoredDays);
  const findings = days
    .filter((day) => day.memo !== null && day.memo !== liabilityMemo(day))
    .map(({ date }) => `the memo of ${date} on the chain is that of another daily tree`);
  const [day] = days;
  if (!day?.ownVersions) return findings;
  const differing: bigint[] = [];
  let total = 0n;
  for (let after = -1n; after < lastAccount;) {
    const leaves = await listLeaves(db, day.date, after, rowsAtOnce);
    const until = leaves.at(-1)?.id ?? lastAccount;
    const accounts = await differingLiabilities(db, day.at, { after, until }, leaves);
    differing.push(...accounts.slice(0, accountsMax - differing.length));
    total += leaves.reduce((sum, { owed }) => sum + owed, 0n);
    after = until;
  }
  findings.push(...differing.map((id) => `account ${id} differs from the daily tree of ${day.date}`));
  if (total !== day.total) findings.push(`the amounts in the daily tree of ${day.date} are not its total`);
  if ((await totalOwed(db, day.ownVersions)) !== day.total)
    findings.push(`the total of ${day.date} is not what the ledger owes`);
  return findings;
}
