import { toHex } from '@pid/protocol';
import { sha256 } from '../platform/hash.ts';
import type { Needs } from '../platform/needs.ts';
import { claimAnchor, recordAnchor, type LiabilityDay } from './liabilities.store.ts';

/** Writes a memo into the chain. */
export type Anchor = (memo: string) => Promise<{ readonly signature: string; readonly slot: bigint }>;

const turnMillis = 5 * 60_000;

/** The memo of a daily tree: date, root, total and the hash of the log's checkpoint. */
export function memoOf({ date, root, total, checkpoint }: LiabilityDay): string {
  return `PID:BOOKS ${date} ${toHex(root)} ${total} ${toHex(sha256(checkpoint ?? ''))}`;
}

/**
 * Anchors the last trees that are not anchored yet, the newest one first. A memo that was written twice does no harm.
 */
export async function anchorLiabilities({ db, clock }: Needs<'db' | 'clock'>, anchor: Anchor): Promise<void> {
  for (;;) {
    const now = clock.now();
    const day = await claimAnchor(db, now, new Date(now.getTime() + turnMillis));
    if (!day) return;
    await recordAnchor(db, day.date, await anchor(memoOf(day)));
  }
}
