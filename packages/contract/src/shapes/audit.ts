import { Type } from 'typebox';
import { described, instant, nullable, openObject, words } from '../schemas.ts';

export const auditEvent = Type.Object(
  {
    id: words('Decimal number, larger is later; of money that left the balance, the id of its posting.'),
    at: instant('When it happened.'),
    actor: words(
      'Who did it: a pid, `app:<client_id>`, `machine:<name>`, `cli` or `cli:<name>`, `user` or `service`.',
    ),
    action: words('What happened, such as `session.signed_in`.'),
    target: nullable(words('What it was done to: an id, a pid or a client_id; null for the identity.')),
    details: described(openObject, 'What belongs to the action, by name.'),
    address: nullable(words('Network address of the request; null for the service.')),
    userAgent: nullable(words('What the browser called itself, cut to 256 characters; null without one.')),
  },
  { title: 'AuditEvent' },
);
