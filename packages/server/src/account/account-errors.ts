import { defineError } from '../platform/errors/index.ts';

export const notActivated = defineError('account_not_activated', 400, 'The smart account is not activated');
export const expiryRefused = defineError(
  'expiry_refused',
  400,
  (sentence: string) => sentence,
  'The authorization has expired or lies too far ahead',
);
export const wrongNonce = defineError(
  'wrong_nonce',
  400,
  (given: string, live: bigint) => `nonce ${given} is not the account's, which is ${live}`,
  'The nonce is not the account’s',
);
export const feePolicyRefused = defineError(
  'fee_policy_refused',
  400,
  (sentence: string) => sentence,
  'The fee policy is unknown or no longer valid',
);
export const notAuthority = defineError(
  'passkey_not_authority',
  400,
  'This passkey is not the authority of the smart account',
);
export const rotationRefused = defineError(
  'rotation_refused',
  400,
  (sentence: string) => sentence,
  'The replacement passkey cannot become the authority',
);
export const feeDrifted = defineError(
  'fee_drifted',
  400,
  (live: bigint, quoted: bigint) =>
    `network fee rose to ${grouped(live)} lamports, more than 120 % of the quoted ${grouped(quoted)}`,
  'The network fee is more than 120 % of the quoted one',
);
export const destinationRefused = defineError(
  'destination_refused',
  400,
  (sentence: string) => sentence,
  'Nothing can be sent to this address',
);
export const assetRefused = defineError(
  'asset_refused',
  400,
  (sentence: string) => sentence,
  'The asset cannot be moved',
);
export const balanceRefused = defineError(
  'balance_refused',
  400,
  (sentence: string) => sentence,
  'The balance does not allow it',
);
export const noSuchOperation = defineError('no_such_operation', 404, 'No such operation');

/** 12400 reads as 12,400. */
export function grouped(value: bigint): string {
  return value.toString().replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
