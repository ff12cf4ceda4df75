import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, flag, literals, nullable, page, pageQuery, pid, text } from '../schemas.ts';
import { auditEvent } from '../shapes/audit.ts';
import { moment } from '../shapes/money.ts';
import { handle, identityFields } from '../shapes/identity.ts';

/** One line that an owner reads: nothing invisible, nothing that turns it around. */
export const pauseReasonPattern = String.raw`^[^\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]{1,200}$`;

const visible = (length: number) => String.raw`^[\x21-\x7e]{1,${length}}$`;
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

/** Of a pause the owner reads it on the page of the app; of all else, in the activity of whom it concerns. */
export const adminReason = Type.Optional(
  text(pauseReasonPattern, 'must be 1-200 characters in one line', {
    description:
      'Why, in 1-200 characters in one line; kept in the audit log, and whom it concerns reads it in their activity.',
  }),
);
const suspension = {
  ...change,
  machineRole: 'support',
  body: nullable(Type.Object({ reason: adminReason })),
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
    ...suspension,
    summary: 'Suspends an identity',
    description:
      'Every bearer that apps hold for it ends at once, for good. Its own sessions may still read.',
  },
  reactivateIdentityAsAdmin: {
    ...suspension,
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
    description:
      'All filters hold together. With `format=csv` or `format=ndjson` everything that fits is streamed, up to 100000 rows, and the export is itself in the security log.',
    access: 'admin',
    query: Type.Object({
      actor: Type.Optional(
        text(visible(80), 'must be an actor such as budi@pid', {
          description: 'Only what this one did: a pid, `app:<client_id>`, `cli:<name>`, `machine:<name>`.',
        }),
      ),
      action: Type.Optional(
        text(
          '^[a-z_.]{1,60}$',
          'must be an action such as identity.suspended, or its beginning up to the dot',
          {
            description:
              'Only this action, such as `identity.suspended`; `identity.` is all that begin like that.',
          },
        ),
      ),
      target: Type.Optional(
        text(visible(128), 'must be an id, a pid or a client_id', {
          description: 'Only what was done to this: an id, a pid or a client_id.',
        }),
      ),
      pid: Type.Optional(described(pid, 'Only what concerns this identity: handle@pid.')),
      from: Type.Optional(moment('The earliest moment, included.')),
      until: Type.Optional(moment('Before this moment; a bare date is its first moment.')),
      ...pageQuery,
      format: Type.Optional(
        literals(['json', 'csv', 'ndjson'], { description: 'json, page by page, unless told.' }),
      ),
    }),
    reply: page(auditEvent),
    errors: ['not_found'],
    example: { action: 'identity.', limit: 100 },
  },
});
