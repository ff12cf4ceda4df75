import { Type } from 'typebox';
import { dateTime, described, nullable, openObject } from '../schemas.ts';

export const auditEvent = Type.Object(
  {
    id: Type.String({ description: 'Decimal number; larger is later.' }),
    at: described(dateTime, 'When it happened.'),
    actor: Type.String({ description: 'Who did it: a pid, `app:<client_id>`, `cli`, `user` or `service`.' }),
    action: Type.String({ description: 'What happened, such as `session.signed_in`.' }),
    target: nullable(
      Type.String({
        description: 'What it was done to: an id, a pid or a client_id; null for the identity.',
      }),
    ),
    details: described(openObject, 'What belongs to the action, by name.'),
    address: nullable(Type.String({ description: 'Network address of the request; null for the service.' })),
    userAgent: nullable(
      Type.String({
        description: 'What the browser called itself, cut to 256 characters; null without one.',
      }),
    ),
  },
  { title: 'AuditEvent' },
);
