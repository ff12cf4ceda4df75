import { defineError } from '../platform/errors/index.ts';

export const noSuchPermission = defineError('no_such_permission', 404, 'No such permission');
export const digestUsed = defineError(
  'permission_digest_used',
  409,
  'A permission with this digest was made before: use another salt',
);
export const tooManyPermissions = defineError(
  'too_many_permissions',
  400,
  'At most 200 living permissions for one identity: revoke one first',
);
export const notPending = defineError(
  'permission_not_pending',
  409,
  (status: string) => `The permission is ${status}, only a pending one can be approved`,
  'The permission is not pending',
);
export const clientDataUnusual = defineError(
  'permission_client_data_unusual',
  400,
  'Passkey refused: the browser wrote clientDataJSON in a form that the contract on the chain does not take',
);
export const spendRefused = defineError(
  'permission_spend_refused',
  400,
  (reason: string) => reason,
  'The permission does not allow this spending',
);
export const idempotencyConflict = defineError(
  'permission_idempotency_conflict',
  409,
  'This Idempotency-Key was used for another spend',
);
