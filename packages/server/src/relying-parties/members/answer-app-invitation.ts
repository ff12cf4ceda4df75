import type { Input } from '@pid/contract';
import type { MemberRole } from '@pid/contract/app-roles';
import { recordAppAudit, recordAudit, type AuditOrigin } from '../../audit/index.ts';
import { findFreeze, notifyOwner } from '../../notices/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { impossible, refuse } from '../../platform/errors/index.ts';
import { cursorForms, decodeCursor, pageOf, type UserCaller } from '../../platform/http/index.ts';
import type { Needs } from '../../platform/needs.ts';
import { countApps, findApp, lockApp, writeOwner, type App } from '../apps.store.ts';
import { appsMax } from '../manage-app.ts';
import {
  answerInvitation,
  findInvitation,
  listInvitationsOf,
  withdrawInvitationsOf,
  type Invitation,
} from './invitations.store.ts';
import { lockPeople } from './lock-people.ts';
import type { MemberDeps } from './member-deps.ts';
import { countMemberships, endMember, insertFormerOwner, insertMember } from './members.store.ts';

const membershipsMax = 50;

export async function listAppInvitations(
  { db, clock }: Needs<'db' | 'clock'>,
  caller: UserCaller,
  { limit = 50, cursor }: Input<'listAppInvitations'>,
) {
  const [createdAt, id] = decodeCursor(cursor, [cursorForms.dateTime, cursorForms.uuid]) ?? [];
  const before = createdAt && id ? { createdAt, id } : null;
  const open = await listInvitationsOf(db, caller.identityId, { now: clock.now(), before, limit: limit + 1 });
  const { items, nextCursor } = pageOf(open, limit, (one) => [one.createdAt.toISOString(), one.id]);
  return {
    items: items.map((one) => ({
      id: one.id,
      app: { client_id: one.clientId, name: one.name, logoUrl: one.logoUrl, verified: one.verified },
      role: one.role,
      invitedBy: one.inviter,
      createdAt: one.createdAt.toISOString(),
      expiresAt: one.expiresAt.toISOString(),
    })),
    nextCursor,
  };
}

interface Answer {
  readonly id: string;
  readonly decision: 'accept' | 'decline';
  /** Called for an acceptance; throws unless the request is confirmed. */
  readonly requireStepUp: () => Promise<void>;
  readonly origin: AuditOrigin;
}

/** A frozen or suspended player can only decline. */
export async function answerAppInvitation(
  deps: MemberDeps,
  caller: UserCaller,
  { id, decision, requireStepUp, origin }: Answer,
): Promise<void> {
  const isAccepted = decision === 'accept';
  if (isAccepted && caller.status === 'suspended') throw refuse('identity_suspended');
  if (isAccepted && caller.frozenUntil !== undefined) throw refuse('frozen', { until: caller.frozenUntil });
  if (isAccepted) await requireStepUp();
  const answer = isAccepted ? ('accepted' as const) : ('declined' as const);
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const invitation = await findInvitation(tx, id, caller.identityId);
    const found = invitation && (await findApp(tx, invitation.clientId));
    if (!found) throw refuse('no_such_invitation');
    const people = await lockPeople(tx, [caller.identityId, found.ownerId]);
    if (isAccepted && people.get(caller.identityId)?.status !== 'active') throw refuse('identity_suspended');
    const app = await lockApp(tx, invitation.clientId);
    if (!app) throw refuse('no_such_invitation');
    if (!(await answerInvitation(tx, id, answer, now))) {
      const ended = (await findInvitation(tx, id, caller.identityId))?.answer ?? 'expired';
      // The same answer again, for example after a lost response.
      if (ended === answer) return;
      throw refuse('invitation_ended', { status: ended });
    }
    if (isAccepted) await accept(deps, tx, { caller, invitation, app, origin, now });
    else
      await recordAudit(tx, {
        at: now,
        identityId: caller.identityId,
        actor: caller.pid,
        action: 'app.invitation_declined',
        target: app.clientId,
        details: { role: invitation.role },
        origin,
      });
  });
}

interface Acceptance {
  readonly caller: UserCaller;
  readonly invitation: Invitation;
  readonly app: App;
  readonly origin: AuditOrigin;
  readonly now: Date;
}

async function accept(deps: MemberDeps, tx: Tx, acceptance: Acceptance): Promise<void> {
  const { caller, invitation, app, origin, now } = acceptance;
  const { clientId, name } = app;
  const { role } = invitation;
  // A transfer withdraws the invitations of the owner before.
  if (invitation.invitedBy !== app.ownerId) impossible('an open invitation of a former owner');
  if (app.pausedBy !== null) throw refuse('app_paused');
  // The owner's session may have been stolen when the invitation was sent.
  // mutant (relying-parties/members/meetings): if (await findFreeze(tx, app.ownerId, now)) => if (false)
  if (await findFreeze(tx, app.ownerId, now)) throw refuse('owner_frozen');
  if (role === 'owner') await takeOver(deps, tx, acceptance);
  else await join(deps, tx, acceptance, role);
  await recordAppAudit(
    tx,
    {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: role === 'owner' ? 'app.transferred' : 'app.member_joined',
      target: clientId,
      details: { pid: caller.pid, role },
      origin,
    },
    app.ownerId,
  );
  await notifyOwner(tx, {
    identityId: app.ownerId,
    type: 'app.member_joined',
    data: { clientId, name, role, pid: caller.pid },
    now,
  });
}

async function join(
  deps: MemberDeps,
  tx: Tx,
  { caller, app, now }: Acceptance,
  role: MemberRole,
): Promise<void> {
  const { identityId } = caller;
  if ((await countMemberships(tx, identityId)) >= membershipsMax) throw refuse('too_many_memberships');
  await insertMember(tx, { id: deps.ids.uuid(), clientId: app.clientId, identityId, role, now });
}

/** Other members stay. The former owner keeps no role. */
async function takeOver(deps: MemberDeps, tx: Tx, { caller, app, now }: Acceptance): Promise<void> {
  const { clientId, ownerId } = app;
  const { identityId } = caller;
  if ((await countApps(tx, identityId)) >= appsMax) throw refuse('too_many_apps');
  await deps.refuseTransfer(tx, app);
  await deps.endOwnerData(tx, app);
  await endMember(tx, { clientId, identityId }, now);
  await insertFormerOwner(tx, { id: deps.ids.uuid(), clientId, identityId: ownerId, now });
  await withdrawInvitationsOf(tx, clientId, now);
  await writeOwner(tx, clientId, identityId, now);
}
