import { allowanceErrors } from './allowances.ts';
import { appErrors } from './apps.ts';
import { checkoutErrors } from './checkout.ts';
import { commonErrors } from './common.ts';
import { credentialErrors } from './credentials.ts';
import { familyErrors } from './families.ts';
import { identityErrors } from './identity.ts';
import { ledgerErrors } from './ledger.ts';
import { paymentErrors } from './payments.ts';
import { permissionErrors } from './permissions.ts';
import { recoveryErrors } from './recovery.ts';
import { settlementErrors } from './settlements.ts';
import { sessionKeyErrors } from './session-keys.ts';
import { accountErrors, chainErrors } from './wallet.ts';

export type { ErrorContext, ErrorEntry } from './declare.ts';
export { formatRupiah } from './format-rupiah.ts';

export const errorTable = {
  ...commonErrors,
  ...identityErrors,
  ...credentialErrors,
  ...permissionErrors,
  ...ledgerErrors,
  ...checkoutErrors,
  ...paymentErrors,
  ...allowanceErrors,
  ...settlementErrors,
  ...appErrors,
  ...sessionKeyErrors,
  ...accountErrors,
  ...chainErrors,
  ...recoveryErrors,
  ...familyErrors,
};

export type ErrorCode = keyof typeof errorTable;
