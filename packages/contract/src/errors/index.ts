import { checkoutErrors } from './checkout.ts';
import { commonErrors } from './common.ts';
import { ledgerErrors } from './ledger.ts';
import { passkeyErrors } from './passkeys.ts';
import { permissionErrors } from './permissions.ts';

export type { ErrorContext, ErrorEntry } from './declare.ts';
export { formatRupiah } from './format-rupiah.ts';

/** Every refusal there is, by its code. */
export const errorTable = {
  ...commonErrors,
  ...ledgerErrors,
  ...checkoutErrors,
  ...passkeyErrors,
  ...permissionErrors,
};

export type ErrorCode = keyof typeof errorTable;
