import type { Answer } from './http-client.ts';
import type { TestService } from './test-service.ts';
import { untilBlocked } from './until-blocked.ts';

/** Sends a request that waits for the deletion of an identity, and returns the answer that it gets after it. */
export async function duringDeletion(
  { db }: TestService,
  handle: string,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const sent: Promise<Answer>[] = [];
  await db.transaction(async (tx) => {
    await tx.query("update identities set status = 'deleted', deleted_at = now() where handle = $1", [
      handle,
    ]);
    sent.push(send());
    await Promise.race([untilBlocked(db), ...sent]);
  });
  return sent[0]!;
}
