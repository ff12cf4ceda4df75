import { notifyOwner } from '../../notices/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { withdrawInvitationsOf } from './invitations.store.ts';
import { endMembersOf } from './members.store.ts';

/** Ends the memberships and open invitations of an app that is deleted, and notifies its members. */
export async function endTeam(
  tx: Tx,
  { clientId, name }: { readonly clientId: string; readonly name: string },
  now: Date,
): Promise<void> {
  await withdrawInvitationsOf(tx, clientId, now);
  for (const identityId of await endMembersOf(tx, clientId, now))
    await notifyOwner(tx, {
      identityId,
      type: 'app.membership_ended',
      data: { clientId, name, reason: 'deleted' },
      now,
    });
}
