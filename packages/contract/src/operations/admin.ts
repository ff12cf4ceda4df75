import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, flag, nullable, page, pageQuery, pid, text } from '../schemas.ts';
import { auditEvent } from '../shapes/audit.ts';
import { handle, identityFields } from '../shapes/identity.ts';
import { pauseReasonPattern } from './admin-apps.ts';

const administeredIdentity = Type.Object(identityFields, { title: 'AdministeredIdentity' });
const params = Type.Object({
  pid: Type.Union([pid, handle], { description: 'The pid, or the handle alone.' }),
});
const change = {
  access: 'admin',
  stepUp: 'assertion',
  params,
  reply: administeredIdentity,
  errors: ['not_found', 'wrong_status'],
  example: { pid: 'citra_d@pid' },
} as const;

const withReason = {
  ...change,
  body: nullable(
    Type.Object({
      reason: Type.Optional(
        text(pauseReasonPattern, 'must be 1-200 characters in one line', {
          description:
            'Why, 1-200 characters in one line. The player reads it, and it goes to the audit log.',
        }),
      ),
    }),
  ),
} as const;

export const admin = declare('admin', {
  searchIdentities: {
    summary: 'Identities whose handle begins with the query',
    access: 'admin',
    query: Type.Object({
      query: Type.Optional(
        Type.String({ maxLength: 24, description: 'How the handle begins; all of them without it.' }),
      ),
      ...pageQuery,
    }),
    reply: page(administeredIdentity),
    example: { query: 'budi' },
  },
  suspendIdentityAsAdmin: {
    ...withReason,
    summary: 'Suspends an identity',
    description:
      'Every bearer that apps hold for it ends at once, for good. Its own sessions may still read.',
  },
  reactivateIdentityAsAdmin: {
    ...withReason,
    summary: 'Reactivates an identity',
    description: 'Bearers that ended with the suspension stay ended.',
  },
  deleteIdentityAsAdmin: {
    ...change,
    summary: 'Deletes an identity',
    description:
      'For good; the handle stays taken. A wallet that was never activated and holds money holds the deletion back, unless it is abandoned with a reason.',
    body: nullable(
      Type.Object({
        abandon: Type.Optional(flag('Whether what lies in a wallet that was never activated is given up.')),
        reason: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 500,
            description: 'Why; it goes to the audit log. Required with `abandon`.',
          }),
        ),
      }),
    ),
    errors: [
      ...change.errors,
      'deletion_blocked',
      'settle_balance_first',
      'escrow_not_empty',
      'topups_under_way',
    ],
  },
  listAudit: {
    summary: 'Everything that was recorded, newest first',
    access: 'admin',
    query: Type.Object({
      pid: Type.Optional(described(pid, 'Only what concerns this identity.')),
      actor: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: 'Only what this one did: a pid, `cli` …' }),
      ),
      action: Type.Optional(
        text('^[a-z_]+[.][a-z_]+$', 'must be an action such as identity.suspended', {
          maxLength: 64,
          description: 'Only this action, such as `identity.suspended`.',
        }),
      ),
      target: Type.Optional(
        Type.String({ minLength: 1, maxLength: 128, description: 'Only what was done to this.' }),
      ),
      ...pageQuery,
    }),
    reply: page(auditEvent),
    errors: ['not_found'],
    example: { limit: 100, action: 'identity.suspended' },
  },
});
