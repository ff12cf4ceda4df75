import { operations } from '@pid/contract';
import { defineError } from '../../platform/errors/index.ts';

/** For slices whose operations are not in the contract yet. */
export const assertionSchema = operations.approveCredential.body.properties.assertion;
export const passkeyRefused = defineError(
  'passkey_refused',
  400,
  (reason: string) => `Passkey refused: ${reason}`,
  'The passkey response did not verify',
);
export const passkeyCounterFell = defineError(
  'passkey_counter_fell',
  400,
  'Passkey refused: its signature counter fell, it may have been copied',
);
export const passkeyUnknown = defineError('passkey_unknown', 400, 'Passkey refused: it is not known here');
export const passkeyTooNew = defineError(
  'passkey_too_new',
  400,
  'Passkey refused: it is too new to confirm this, sign in with a login instead',
);
