import type { Tx } from '../platform/db/index.ts';
import { insertNotice, type NewNotice } from './notices.store.ts';

/**
 * Notifies the owner of an identity of an event, in the transaction of the event. The pages show the notice,
 * and a mail is sent if a mail server is configured. Nothing waits for the mail server.
 */
export async function notifyOwner(tx: Tx, notice: NewNotice): Promise<void> {
  await insertNotice(tx, notice);
  tx.announce?.(`notice:${notice.identityId}`);
}
