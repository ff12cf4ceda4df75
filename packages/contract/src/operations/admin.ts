import { Type } from 'typebox';
import { declare } from '../declare.ts';
import {
  described,
  flag,
  instant,
  literals,
  nullable,
  page,
  pageQuery,
  pid,
  rupiah,
  text,
  words,
} from '../schemas.ts';
import { auditEvent } from '../shapes/audit.ts';
import { moment } from '../shapes/money.ts';
import { handle, identityFields } from '../shapes/identity.ts';

/** The owner reads this line, so it must not contain invisible characters or change the text direction. */
export const pauseReasonPattern = String.raw`^[^\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]{1,200}$`;

const visible = (length: number) => String.raw`^[\x21-\x7e]{1,${length}}$`;
const administeredIdentity = Type.Object(identityFields, { title: 'AdministeredIdentity' });
const params = Type.Object({
  pid: Type.Union([pid, handle], { description: 'pid, or the handle alone.' }),
});
const change = {
  access: 'admin',
  stepUp: 'assertion',
  params,
  reply: administeredIdentity,
  errors: ['not_found', 'wrong_status'],
  example: { pid: 'citra_d@pid' },
} as const;

/** The owner of a paused app reads it on the app's page; otherwise the affected player reads it in the activity list. */
export const adminReason = Type.Optional(
  text(pauseReasonPattern, 'must be 1-200 characters in one line', {
    description:
      'Reason, 1-200 characters in one line. Stored in the audit log; the affected player can read it in their activity.',
  }),
);
const suspension = {
  ...change,
  machineRole: 'support',
  body: nullable(Type.Object({ reason: adminReason })),
} as const;

export const admin = declare('admin', {
  searchIdentities: {
    summary: 'Lists identities whose handle starts with a text',
    access: 'admin',
    query: Type.Object({
      query: Type.Optional(
        Type.String({
          maxLength: 24,
          description: 'Start of the handle. If absent, all identities are listed.',
        }),
      ),
      ...pageQuery,
    }),
    reply: page(administeredIdentity),
    example: { query: 'budi' },
  },
  getIdentityAsAdmin: {
    summary: 'Returns an identity with its balance and sessions',
    access: 'admin',
    params,
    reply: Type.Object(
      {
        ...identityFields,
        balance: rupiah('Balance in rupiah; 0 without an account.'),
        held: rupiah('Part of the player’s money that is on hold for payments, in addition to the balance.'),
        sessions: Type.Array(
          Type.Object({
            createdAt: instant('Time of the sign-in.'),
            lastSeenAt: instant('Time at which the session’s cookies were last refreshed.'),
            userAgent: words('User-Agent header of the browser; empty if it sent none.'),
          }),
          { description: 'Open sessions, last seen first, at most 20.' },
        ),
      },
      { title: 'IdentityForAdministrators' },
    ),
    errors: ['not_found'],
    example: { pid: 'citra_d@pid' },
  },
  suspendIdentityAsAdmin: {
    ...suspension,
    summary: 'Suspends an identity',
    description:
      'All bearers that apps hold for the player end immediately and do not become valid again. The player’s own sessions can still read.',
  },
  reactivateIdentityAsAdmin: {
    ...suspension,
    summary: 'Reactivates a suspended identity',
    description: 'Bearers that ended with the suspension stay invalid.',
  },
  deleteIdentityAsAdmin: {
    ...change,
    summary: 'Deletes an identity',
    description:
      'The deletion is permanent, and the handle is never reassigned. It is refused while a wallet that was never activated holds money, unless `abandon` is true and a reason is given.',
    body: nullable(
      Type.Object({
        abandon: Type.Optional(flag('Whether the money in a wallet that was never activated is given up.')),
        reason: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 500,
            description: 'Reason for the audit log, 1-500 characters. Required with `abandon`.',
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
      'settlements_under_way',
    ],
  },
  listAudit: {
    summary: 'Lists the audit log, newest first',
    description:
      'The filters are combined with AND. With `format=csv` or `format=ndjson`, all matching events are streamed, up to 100,000 rows, and the export is recorded in the security log.',
    access: 'admin',
    query: Type.Object({
      actor: Type.Optional(
        text(visible(80), 'must be an actor such as budi@pid', {
          description:
            'Returns only events caused by this actor: a pid, `app:<client_id>`, `cli:<name>` or `machine:<name>`.',
        }),
      ),
      action: Type.Optional(
        text(
          '^[a-z_.]{1,60}$',
          'must be an action such as identity.suspended, or its beginning up to the dot',
          {
            description:
              'Returns only events with this action, for example `identity.suspended`. A prefix that ends with a dot, such as `identity.`, matches all actions that start with it.',
          },
        ),
      ),
      target: Type.Optional(
        text(visible(128), 'must be an id, a pid or a client_id', {
          description: 'Returns only events with this target: an id, a pid or a client_id.',
        }),
      ),
      pid: Type.Optional(described(pid, 'Returns only events about this identity, handle@pid.')),
      from: Type.Optional(moment('Start of the period, inclusive.')),
      until: Type.Optional(moment('End of the period, exclusive. A date means its first moment.')),
      ...pageQuery,
      format: Type.Optional(
        literals(['json', 'csv', 'ndjson'], {
          description:
            '`json` (the default) returns one page; `csv` and `ndjson` stream all matching events.',
        }),
      ),
    }),
    reply: page(auditEvent),
    errors: ['not_found'],
    example: { action: 'identity.', limit: 100 },
  },
});
