import type { Tx } from '../platform/db/index.ts';
import { insertNotice, type NewNotice } from './notices.store.ts';

/**
 * Tells the owner of an identity what has just happened to it, in the transaction in which it happened: a bell in the pages and,
 * where mail is set up, a mail. Nothing waits for a mail server.
 */
export async function notifyOwner(tx: Tx, notice: NewNotice): Promise<void> {
  await insertNotice(tx, notice);
  tx.announce?.(`notice:${notice.identityId}`);
}
