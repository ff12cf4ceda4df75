import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { instant, page, pageQuery } from '../schemas.ts';
import { auditEvent } from '../shapes/audit.ts';
import { identity as identityShape, identityFields } from '../shapes/identity.ts';

export const identity = declare('identity', {
  getIdentity: {
    summary: 'The identity of the caller',
    description:
      'Every bearer of an app may read it, whatever its scope. Apps may remember it for 15 minutes.',
    access: 'reader',
    limitPer: 'session',
    readerScope: 'any',
    reply: identityShape,
    errors: ['no_identity'],
    example: {},
  },
  listActivity: {
    summary: 'What happened to the own identity, newest first',
    description:
      'Also the money that left the balance: `money.sent`, `payment.paid` and `payment.held`, with the rupiah in `details.amount`, fees included. A page may be short and still name a `nextCursor`.',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: page(auditEvent),
    example: { limit: 20 },
  },
  exportIdentity: {
    summary: 'Everything held about the caller, as JSON',
    description:
      'Answers as a file to be saved. The sections beside `identity` are named after what they hold.',
    access: 'user',
    reply: Type.Object(
      {
        exportedAt: instant('When it was put together.'),
        identity: Type.Object(identityFields),
      },
      { additionalProperties: true },
    ),
    example: {},
  },
});
