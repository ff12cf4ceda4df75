import { Type } from 'typebox';
import { appRoles, memberRoles } from '../app-roles.ts';
import { declare } from '../declare.ts';
import {
  described,
  flag,
  instant,
  literals,
  nullable,
  okReply,
  page,
  pageQuery,
  pid,
  uuid,
  words,
} from '../schemas.ts';
import { clientIdParams } from '../shapes/apps.ts';

const member = Type.Object(
  {
    pid: described(pid, 'pid of the player.'),
    role: literals(appRoles, {
      description:
        '`owner`, `developer` or `finance`. With the status `invited`, `owner` means that the player is asked to take over the app.',
    }),
    status: literals(['active', 'invited'], {
      description: '`active`: belongs to the app. `invited`: has not answered yet.',
    }),
    since: instant('Time at which the player joined; of an invitation, time of the invitation.'),
    expiresAt: nullable(instant('Time at which the invitation expires; null for an active member.')),
  },
  { title: 'AppMember' },
);

const ofApp = { access: 'user', params: clientIdParams, errors: ['no_such_app'] } as const;
const byOwner = { ...ofApp, stepUp: 'assertion' } as const;
const example = { client_id: 'app_example' };
const whom = { pid: described(pid, 'pid of the player.') };

export const members = declare('apps', {
  listMembers: {
    ...ofApp,
    summary: 'Lists the members of an app and its open invitations',
    description: 'The owner comes first, then members in the order in which they joined, then invitations.',
    query: Type.Object(pageQuery),
    reply: page(member),
    example,
  },
  inviteMember: {
    ...byOwner,
    summary: 'Invites a player to an app',
    description:
      'The player gets a notice and answers with POST /v1/app-invitations/{id} within 14 days. A `developer` reads everything except bank details and changes settings, items and secrets. `finance` reads everything, handles payments and refunds, deposits, pays out to the owner and settles. An app has at most 20 members, open invitations included. An owner sends at most 20 invitations in 24 hours.',
    body: Type.Object({
      ...whom,
      role: literals(memberRoles, { description: 'Role that the player gets.' }),
    }),
    reply: member,
    errors: [...ofApp.errors, 'no_such_player', 'member_already', 'invited_already', 'too_many_members'],
    example: { ...example, pid: 'citra_d@pid', role: 'developer' },
  },
  removeMember: {
    ...byOwner,
    summary: 'Removes a member or an open invitation from an app',
    description:
      'The player loses access immediately. If a developer knew the client secret, rotate it. A member can leave: the caller’s own pid. A member who is asked to take over the app loses both the role and the invitation.',
    // It only takes rights away, and the owner needs it most while another session is suspected.
    allowFrozen: true,
    params: Type.Object({ ...clientIdParams.properties, ...whom }),
    reply: okReply,
    errors: [...ofApp.errors, 'no_such_member', 'owner_stays'],
    example: { ...example, pid: 'citra_d@pid' },
  },
  transferApp: {
    ...byOwner,
    summary: 'Asks a player to take over an app',
    description:
      'The player answers with POST /v1/app-invitations/{id} within 14 days. On acceptance the app, its escrow and its members pass to the new owner. The app loses its verified badge, its bank account is removed, and requested settlements are cancelled. The previous owner no longer belongs to the app, but knows its client secret: the new owner should rotate it. Refused while the app is paused or a settlement is on its way to the bank.',
    body: Type.Object(whom),
    reply: member,
    errors: [
      ...ofApp.errors,
      'no_such_player',
      'member_already',
      'invited_already',
      'transfer_open',
      'app_paused',
      'settlements_under_way',
      'parent_forbids',
    ],
    example: { ...example, pid: 'citra_d@pid' },
  },
});

const invitation = Type.Object(
  {
    id: described(uuid, 'Id of the invitation.'),
    app: Type.Object({
      client_id: words('Public identifier of the app.'),
      name: words('Name of the app.'),
      logoUrl: nullable(words('https URL of the app’s logo; null if it has none.')),
      verified: flag('Whether an administrator has verified the app.'),
    }),
    role: literals(appRoles, {
      description: 'Role that the player gets. `owner`: the player takes over the app.',
    }),
    invitedBy: described(pid, 'pid of the owner who sent the invitation.'),
    createdAt: instant('Time of the invitation.'),
    expiresAt: instant('Time at which the invitation expires, 14 days after it was sent.'),
  },
  { title: 'AppInvitation' },
);

export const appInvitations = declare('apps', {
  listAppInvitations: {
    summary: 'Lists the open invitations of the player to apps, newest first',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: page(invitation),
    example: { limit: 20 },
  },
  answerAppInvitation: {
    summary: 'Accepts or declines an invitation to an app',
    description:
      'Accepting needs step-up. The same answer again is accepted; another one is refused with `invitation_ended`.',
    access: 'user',
    stepUp: 'judged',
    // Declining is always possible; the handler refuses an acceptance.
    allowFrozen: true,
    allowSuspended: true,
    params: Type.Object({ id: described(uuid, 'Id of the invitation.') }),
    body: Type.Object({
      decision: literals(['accept', 'decline'], { description: 'Answer of the player.' }),
    }),
    reply: okReply,
    errors: [
      'identity_suspended',
      'frozen',
      'no_such_invitation',
      'invitation_ended',
      'app_paused',
      'owner_frozen',
      'too_many_apps',
      'too_many_memberships',
      'settlements_under_way',
      'parent_forbids',
    ],
    example: { id: '0199a1b2-0000-7000-8000-00000000a001', decision: 'accept' },
  },
});
