import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, flag, literals, okReply, pid, text, uuid, words } from '../schemas.ts';
import {
  birthMonth,
  family,
  familyChild,
  familyCode,
  familyInvitation,
  familyRequest,
  familyRules,
  rating,
} from '../shapes/families.ts';
import { handle } from '../shapes/identity.ts';
import { adminReason, pauseReasonPattern } from './admin.ts';

const code = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'Code from the child’s device. Case, spaces and dashes do not matter.',
});
const ofChild = Type.Object({ pid: described(pid, 'pid of the child.') });
const rules = {
  monthlySpend: 100_000,
  perPurchase: 20_000,
  sends: 'family',
  maxRating: '7+',
  unratedApps: false,
} as const;

export const families = declare('family', {
  getFamily: {
    summary: 'Returns the age, the parents and the children of the caller',
    description:
      'Parents see the age band, the rules, the spending of the month and the open requests of their children, never messages, passkeys or the wallet.',
    access: 'user',
    reply: family,
    example: {},
  },
  setBirthMonth: {
    summary: 'Sets the birth month, once',
    description:
      'Only an administrator can correct it. Only the player and administrators can read it; parents see the age band, and apps see it only with the scope `age`. The same month again is accepted.',
    access: 'user',
    body: Type.Object({ birthMonth }),
    reply: family,
    errors: ['birth_month_known', 'birth_month_invalid'],
    example: { birthMonth: '2012-05' },
  },
  inviteParent: {
    summary: 'Makes a code with which a parent joins the family',
    description:
      'For a minor without a parent. The code is valid for 15 minutes and can be used once; a new one replaces it.',
    access: 'user',
    stepUp: 'assertion',
    reply: familyCode,
    errors: ['not_a_minor', 'parents_invite'],
    example: {},
  },
  inviteSecondParent: {
    summary: 'Makes a code with which a second parent joins the family of a child',
    description: 'Made by the only parent. Otherwise as POST /v1/family/invitations.',
    access: 'user',
    stepUp: 'assertion',
    params: ofChild,
    reply: familyCode,
    errors: ['no_such_child', 'parents_complete'],
    example: { pid: 'budi_jr@pid' },
  },
  lookUpFamilyCode: {
    summary: 'Returns for which child a code is, and the rules that new ones replace',
    description:
      'For those who can be a parent, as POST /v1/family/children. The code stays valid. Guesses are limited.',
    access: 'user',
    body: Type.Object({ code }),
    reply: familyInvitation,
    errors: ['parent_not_ready', 'no_such_family_code', 'children_complete'],
    example: { code: 'BCDF-GHJK' },
  },
  addChild: {
    summary: 'Makes the caller a parent, with a code from the child’s device',
    description:
      'The caller is an adult by a birth month that was set at least 72 hours ago, has a passkey that counts, and is `registered` if there are tiers. A child has one set of rules: those of a second parent replace the earlier ones. The child and the other parent get a notice. Guesses are limited.',
    access: 'user',
    stepUp: 'assertion',
    body: Type.Object({
      code,
      rules: familyRules,
    }),
    reply: familyChild,
    errors: [
      'parent_not_ready',
      'no_such_family_code',
      'not_a_minor',
      'parent_already',
      'parents_complete',
      'children_complete',
    ],
    example: { code: 'BCDF-GHJK', rules },
  },
  changeChildRules: {
    summary: 'Replaces the rules of a child',
    description: 'The rules apply to the next posting. The child and the other parent get a notice.',
    access: 'user',
    stepUp: 'assertion',
    params: ofChild,
    body: familyRules,
    reply: familyChild,
    errors: ['no_such_child'],
    example: { pid: 'budi_jr@pid', ...rules },
  },
  removeChild: {
    summary: 'Ends the caller’s link to a child',
    description:
      'Approvals of this parent that were not used end with it. The rules stay while there is another parent.',
    access: 'user',
    stepUp: 'assertion',
    params: ofChild,
    reply: okReply,
    errors: ['no_such_child'],
    example: { pid: 'budi_jr@pid' },
  },
  askParent: {
    summary: 'Asks the parents to approve a payment',
    description:
      'Only if the rules do not allow the payment. The parents get a notice. Asking again returns the open request. An approval is for this payment and this total, until the payment expires.',
    access: 'user',
    limit: 'money',
    params: Type.Object({ id: described(uuid, 'Id of the payment.') }),
    reply: familyRequest,
    errors: [
      'payment_not_found',
      'payment_expired',
      'payment_ended',
      'own_payment',
      'no_parent',
      'approval_not_needed',
      'request_decided',
    ],
    example: { id: '0199a1b2-0000-7000-8000-000000000001' },
  },
  decideFamilyRequest: {
    summary: 'Allows or denies a payment of a child',
    description: 'The first parent decides. The child and the other parent get a notice.',
    access: 'user',
    stepUp: 'assertion',
    params: Type.Object({ id: described(uuid, 'Id of the request.') }),
    body: Type.Object({ decision: literals(['allow', 'deny'], { description: 'Decision of the parent.' }) }),
    reply: okReply,
    errors: ['no_such_request', 'request_decided'],
    example: { id: '0199a1b2-0000-7000-8000-00000000f001', decision: 'allow' },
  },
});

const player = Type.Union([pid, handle], { description: 'pid, or the handle alone.' });
const reason = text(pauseReasonPattern, 'must be 1-200 characters in one line', {
  description:
    'Reason, 1-200 characters in one line, without personal data. Stored in the audit log; the player can read it in their activity.',
});
const change = {
  access: 'admin',
  machineRole: 'support',
  stepUp: 'assertion',
} as const;

export const familiesAdmin = declare('admin', {
  getFamilyAsAdmin: {
    summary: 'Returns the age, the parents and the children of a player',
    access: 'admin',
    params: Type.Object({ pid: player }),
    reply: family,
    errors: ['not_found'],
    example: { pid: 'citra_d@pid' },
  },
  correctBirthMonth: {
    ...change,
    summary: 'Corrects the birth month of a player',
    description:
      'Check the age by other means first. If the player becomes an adult, the links to the parents end; if the player becomes a minor, the links to the children end. The player and the parents get a notice. An administrator cannot correct their own.',
    params: Type.Object({ pid: player }),
    body: Type.Object({ birthMonth, reason }),
    reply: family,
    errors: ['not_found', 'birth_month_invalid', 'own_identity'],
    example: { pid: 'citra_d@pid', birthMonth: '2012-05', reason: 'Birth certificate seen, file 77' },
  },
  endParent: {
    ...change,
    summary: 'Ends the link between a child and a parent',
    description: 'For an abusive or false parent. The child and the parents get a notice.',
    params: Type.Object({ pid: player, parent: described(pid, 'pid of the parent.') }),
    body: Type.Object({ reason }),
    reply: okReply,
    errors: ['not_found', 'no_such_parent'],
    example: { pid: 'citra_d@pid', parent: 'budi@pid', reason: 'Not the parent, file 78' },
  },
  confirmRating: {
    ...change,
    summary: 'Confirms the age rating of an app, or takes the confirmation back',
    description:
      'Only confirmed ratings count. A change of the rating unconfirms it. An administrator cannot confirm the rating of an app of their own.',
    params: Type.Object({ client_id: words('Public identifier of the app.') }),
    body: Type.Object({
      confirmed: flag('Whether the rating is confirmed.'),
      rating: Type.Optional(
        rating(
          'Rating that you have seen and confirm. If the owner has changed it meanwhile, nothing happens.',
        ),
      ),
      reason: adminReason,
    }),
    reply: Type.Object(
      {
        client_id: words('Public identifier of the app.'),
        rating: rating('Rating of the app by IGRS; null if the owner stated none.'),
        ratingConfirmed: flag('Whether an administrator has confirmed the rating.'),
      },
      { title: 'AppRating' },
    ),
    errors: ['no_such_app', 'own_app', 'rating_missing', 'app_changed'],
    example: { client_id: 'app_example', confirmed: true, rating: '7+' },
  },
});
