import { Type } from 'typebox';
import { described, instant, nullable, openObject, uuid, words } from '../schemas.ts';
import { movedAmount, openWith, paymentFacts } from './payment-facts.ts';

const auditFields = {
  id: words(
    'Id of the event, a decimal number; later events have larger ids. For money that left the balance, the id of the posting.',
  ),
  at: instant('Time of the event.'),
  actor: words(
    'Who caused the event: a pid, `app:<client_id>`, `machine:<name>`, `cli`, `cli:<name>`, `user` or `service`.',
  ),
  action: words('Name of the action, for example `session.signed_in`.'),
  target: nullable(
    words('What the action affected: an id, a pid or a client_id; null for the identity itself.'),
  ),
  details: described(openObject, 'Values that belong to the action, by name.'),
  address: nullable(words('Network address of the request; null if the service itself acted.')),
  userAgent: nullable(
    words('User-Agent header of the request, cut to 256 characters; null if there is none.'),
  ),
};

export const auditEvent = Type.Object(auditFields, { title: 'AuditEvent' });

/** Actions of money that left the balance. They are read from the statement. */
export const moneyActions = [
  'money.sent',
  'money.deposited',
  'money.activation_paid',
  'payment.paid',
  'payment.held',
] as const;

export type MoneyAction = (typeof moneyActions)[number];

export const activityEvent = Type.Object(
  {
    ...auditFields,
    details: openWith(
      {
        amount: movedAmount,
        ...paymentFacts,
        allowance: Type.Optional(
          described(uuid, 'Id of the allowance that paid it; absent if the player confirmed the payment.'),
        ),
      },
      'Values that belong to the action, by name. The values about a payment are those at the time of the request.',
    ),
  },
  { title: 'ActivityEvent' },
);
