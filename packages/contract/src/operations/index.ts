import type { Static, TSchema } from 'typebox';
import { checkout } from './checkout.ts';
import { appMoney, ledger } from './ledger.ts';
import { moneyAdmin } from './money-admin.ts';
import { permissionRequests, permissions } from './permissions.ts';
import { profile } from './profile.ts';

/** Every operation, by its name. */
export const operations = {
  ...permissionRequests,
  ...permissions,
  ...profile,
  ...ledger,
  ...appMoney,
  ...checkout,
  ...moneyAdmin,
};

export type Operations = typeof operations;

type Part<Name extends keyof Operations, Field extends string> = Operations[Name] extends {
  readonly [F in Field]: infer Schema extends TSchema;
}
  ? Static<Schema>
  : {};

/** What a caller gives: parameters of the address, the query and the body, in one object. */
export type Input<Name extends keyof Operations> = Part<Name, 'params'> &
  Part<Name, 'query'> &
  Part<Name, 'body'>;

/** What a success answers. */
export type Reply<Name extends keyof Operations> = Part<Name, 'reply'>;
