import type { AppOperation, AppRole, MemberRole } from '@pid/contract/app-roles';
import { recordAudit, type AuditOrigin } from '../../audit/index.ts';
import { findIdentityByPid } from '../../identity/index.ts';
import { notifyOwner } from '../../notices/index.ts';
import { dayMillis } from '../../platform/config/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { admitToApp, lockAdmittedApp } from '../admit-to-app.ts';
import type { App } from '../apps.store.ts';
import { expireInvitations, insertInvitation, invitedSince } from './invitations.store.ts';
import { describePerson } from './list-members.ts';
import { lockPeople } from './lock-people.ts';
import type { MemberDeps } from './member-deps.ts';
import { listPeople, type Person } from './members.store.ts';

/** Open invitations included, the owner excluded. */
const membersMax = 20;
/** Of one owner, for all apps. */
const invitationsPerDay = 20;
const invitationDays = 14;

interface Invited {
  readonly clientId: string;
  readonly pid: string;
  readonly origin: AuditOrigin;
}

export function inviteMember(
  deps: MemberDeps,
  caller: UserCaller,
  invited: Invited & { readonly role: MemberRole },
) {
  return invite(deps, caller, 'inviteMember', invited, async (_tx, { people, invitee }) => {
    const known = people.find(({ identityId }) => identityId === invitee.id);
    if (known) throw refuse(known.status === 'active' ? 'member_already' : 'invited_already');
    if (people.filter(({ role }) => role !== 'owner').length >= membersMax) throw refuse('too_many_members');
  });
}

/**
 * Asks a player to take over the app. Nothing changes before the player accepts, when everything is judged again.
 * A paused app stays with the owner who is responsible for the pause.
 */
export function transferApp(deps: MemberDeps, caller: UserCaller, invited: Invited) {
  const transfer = { ...invited, role: 'owner' } as const;
  return invite(deps, caller, 'transferApp', transfer, async (tx, { app, people, invitee }) => {
    if (invitee.id === app.ownerId) throw refuse('member_already');
    if (people.some(({ role, status }) => role === 'owner' && status === 'invited'))
      throw refuse('transfer_open');
    if (people.some(({ identityId, status }) => identityId === invitee.id && status === 'invited'))
      throw refuse('invited_already');
    if (app.pausedBy !== null) throw refuse('app_paused');
    await deps.refuseTransfer(tx, app);
  });
}

interface Judged {
  readonly app: App;
  readonly people: readonly Person[];
  readonly invitee: { readonly id: string };
}

async function invite(
  deps: MemberDeps,
  caller: UserCaller,
  operation: AppOperation & ('inviteMember' | 'transferApp'),
  { clientId, pid, role, origin }: Invited & { readonly role: AppRole },
  judge: (tx: Tx, judged: Judged) => Promise<void>,
) {
  await admitToApp(deps.db, caller, clientId, operation);
  const found = await findIdentityByPid(deps.db, pid);
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    // A concurrent deletion of the player waits or is seen, and the invitations of the owner are counted one by one.
    const people = await lockPeople(tx, found ? [caller.identityId, found.id] : [caller.identityId]);
    const invitee = found && people.get(found.id);
    const app = await lockAdmittedApp(tx, caller, clientId, operation);
    // A suspended player can be invited, because a refusal would reveal the suspension.
    if (!invitee || invitee.status === 'deleted') throw refuse('no_such_player');
    await expireInvitations(tx, clientId, now);
    await judge(tx, { app, invitee, people: await listPeople(tx, clientId, now) });
    await refuseFlood(tx, caller.identityId, now);
    const id = deps.ids.uuid();
    const expiresAt = new Date(now.getTime() + invitationDays * dayMillis);
    await insertInvitation(tx, {
      id,
      clientId,
      identityId: invitee.id,
      role,
      invitedBy: caller.identityId,
      createdAt: now,
      expiresAt,
    });
    await recordAudit(tx, {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: role === 'owner' ? 'app.transfer_asked' : 'app.member_invited',
      target: clientId,
      details: { pid, role },
      origin,
    });
    const { name } = app;
    await notifyOwner(tx, {
      identityId: invitee.id,
      type: 'app.invitation',
      data: { invitationId: id, clientId, name, role, pid: caller.pid },
      now,
    });
    await notifyOwner(tx, {
      identityId: app.ownerId,
      type: 'app.member_invited',
      data: { clientId, name, role, pid },
      now,
    });
    return describePerson({ pid, role, status: 'invited', since: now, expiresAt });
  });
}

/** Every invitation is a notice to a stranger, so withdrawn and declined ones count too. */
async function refuseFlood(tx: Tx, ownerId: string, now: Date): Promise<void> {
  const sent = await invitedSince(tx, ownerId, new Date(now.getTime() - dayMillis));
  const oldest = sent.at(-invitationsPerDay);
  if (!oldest) return;
  const freeMillis = oldest.getTime() + dayMillis - now.getTime();
  throw refuse('too_many_requests').retryAfter(Math.ceil(freeMillis / 1000));
}
