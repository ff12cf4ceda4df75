import { AppError, commonErrors, defineError } from '../platform/errors/index.ts';

export const notConfirmedYet = defineError(
  'not_confirmed_yet',
  504,
  'Not confirmed yet, send the same request again',
);
export const nonceBusy = defineError(
  'nonce_busy',
  409,
  (nonce: bigint) => `Another operation for nonce ${nonce} is under way, wait for its outcome`,
  'Another operation for the same nonce is under way',
);
export const overtaken = defineError(
  'operation_superseded',
  409,
  (nonce: bigint) =>
    `Nonce ${nonce} was taken on chain by another transaction, nothing was moved by this one`,
  'The nonce was taken on chain by another transaction',
);
export const operationFailed = defineError(
  'operation_failed',
  400,
  (reason: string) => `The chain refused the transaction: ${reason}`,
  'The chain refused the transaction',
);
export const globalCapReached = defineError(
  'relay_global_cap',
  503,
  'The service has sponsored what it may for today, try again tomorrow',
);
export const relayerBalanceLow = defineError(
  'relayer_balance_low',
  503,
  'The relayer is short of funds, try again later',
);

/** The fixed text of every 429, with the time until the day of the cap ends. */
export const identityCapReached = Object.assign(
  (retryAfterSeconds: number) =>
    new AppError('relay_identity_cap', 429, 'ThrottlerException: Too Many Requests', {
      'retry-after': String(retryAfterSeconds),
    }),
  { code: 'relay_identity_cap', statusCode: 429, description: commonErrors.tooManyRequests.description },
);
