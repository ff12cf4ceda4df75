import { Type } from 'typebox';
import { described, integer, nullable, openObject, rupiah, uuid, words } from '../schemas.ts';
import { itemNames } from './items.ts';
import { paymentStatus } from './payments.ts';

const goods = nullable(
  Type.Object(
    { names: itemNames, quantity: integer('Number of items, 1-99.') },
    { title: 'Goods', description: 'The item that was bought; null or absent if the payment names none.' },
  ),
);

/** What notices and activity contain about a payment. */
export const paymentFacts = {
  payment: Type.Optional(described(uuid, 'Id of the payment.')),
  app: Type.Optional(
    nullable(words('Name of the app; of a settlement, its `client_id`. Null if the app is gone.')),
  ),
  item: Type.Optional(words('Description of the payment.')),
  goods: Type.Optional(goods),
  fee: Type.Optional(rupiah('Fees that the payer confirmed, in rupiah. Only the payer sees them.')),
  status: Type.Optional(described(paymentStatus, 'Current status of the payment, as in `Payment`.')),
  returned: Type.Optional(
    rupiah('Held money that came back to the payer, in rupiah, fees included. Only the payer sees it.'),
  ),
  refunded: Type.Optional(rupiah('Amount refunded so far, in rupiah, without fees.')),
};

export const movedAmount = Type.Optional(
  Type.Unsafe<number | string>({
    description:
      'Amount that moved: rupiah as an integer, of a payment fees included. Of a withdrawal, text: in the smallest unit of the asset, or `all`.',
    oneOf: [{ type: 'integer' }, { type: 'string' }],
  }),
);

/** Declares some values of an open object; others may follow. */
export const openWith = (properties: Parameters<typeof Type.Object>[0], description: string) =>
  Type.Unsafe<Record<string, unknown>>(Type.Object(properties, { ...openObject, description }));
