import { recordAppAudit, type AuditOrigin } from '../../audit/index.ts';
import { findIdentityByPid } from '../../identity/index.ts';
import { notifyOwner } from '../../notices/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { lockAdmittedApp } from '../admit-to-app.ts';
import { withdrawInvitation } from './invitations.store.ts';
import type { MemberDeps } from './member-deps.ts';
import { endMember } from './members.store.ts';

/** Removes a member, an open invitation, or both. A member can leave. */
export async function removeMember(
  deps: MemberDeps,
  caller: UserCaller,
  { clientId, pid, origin }: { clientId: string; pid: string; origin: AuditOrigin },
): Promise<void> {
  const isLeaving = pid === caller.pid;
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const app = await lockAdmittedApp(tx, caller, clientId, isLeaving ? 'listMembers' : 'removeMember');
    const person = await findIdentityByPid(tx, pid);
    if (person?.id === app.ownerId) throw refuse('owner_stays');
    if (!person) throw refuse('no_such_member');
    const member = { clientId, identityId: person.id };
    const wasMember = await endMember(tx, member, now);
    const wasInvited = await withdrawInvitation(tx, member, now);
    if (!wasMember && !wasInvited) throw refuse('no_such_member');
    await recordAppAudit(
      tx,
      {
        at: now,
        identityId: caller.identityId,
        actor: caller.pid,
        action: isLeaving ? 'app.member_left' : wasMember ? 'app.member_removed' : 'app.invitation_withdrawn',
        target: clientId,
        details: { pid },
        origin,
      },
      app.ownerId,
    );
    const { name } = app;
    if (isLeaving)
      await notifyOwner(tx, {
        identityId: app.ownerId,
        type: 'app.member_left',
        data: { clientId, name, pid },
        now,
      });
    else if (wasMember)
      await notifyOwner(tx, {
        identityId: person.id,
        type: 'app.membership_ended',
        data: { clientId, name, reason: 'removed' },
        now,
      });
  });
}
