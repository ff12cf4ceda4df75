import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { instant, page, pageQuery } from '../schemas.ts';
import { activityEvent, moneyActions } from '../shapes/audit.ts';
import { identity as identityShape, identityFields } from '../shapes/identity.ts';

export const identity = declare('identity', {
  getIdentity: {
    summary: 'Returns the identity of the caller',
    description: 'Every bearer of an app can read it, whatever its scope. Apps may cache it for 15 minutes.',
    access: 'reader',
    limitPer: 'session',
    readerScope: 'any',
    reply: identityShape,
    errors: ['no_identity'],
    example: {},
  },
  listActivity: {
    summary: 'Lists the activity of the caller’s identity, newest first',
    description: `Includes money that left the balance: ${moneyActions.map((name) => `\`${name}\``).join(', ')}. A page can have fewer items than \`limit\` and still have a \`nextCursor\`.`,
    access: 'user',
    query: Type.Object(pageQuery),
    reply: page(activityEvent),
    example: { limit: 20 },
  },
  exportIdentity: {
    summary: 'Exports all data about the caller as JSON',
    description:
      'The response is a file to save. The sections beside `identity` are named after their content.',
    // mutant (relying-parties/exchange): access: 'user' => access: 'reader', readerScope: 'any'
    access: 'user',
    reply: Type.Object(
      {
        exportedAt: instant('Time of the export.'),
        identity: Type.Object(identityFields),
      },
      { additionalProperties: true },
    ),
    example: {},
  },
});
