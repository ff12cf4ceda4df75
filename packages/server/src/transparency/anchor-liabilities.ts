import { liabilityMemo } from '@pid/protocol/books';
import type { Needs } from '../platform/needs.ts';
import { claimAnchor, recordAnchor } from './liabilities.store.ts';

/** Writes a memo into the chain. */
export type Anchor = (memo: string) => Promise<{ readonly signature: string; readonly slot: bigint }>;

/**
 * Anchors the last trees that are not anchored yet, the newest one first. A memo that was written twice does no harm.
 */
export async function anchorLiabilities({ db }: Needs<'db'>, anchor: Anchor): Promise<void> {
  for (;;) {
    const day = await claimAnchor(db);
    if (!day) return;
    await recordAnchor(db, day.date, await anchor(liabilityMemo(day)));
  }
}
