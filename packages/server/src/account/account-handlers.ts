import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../audit/index.ts';
import { chainUnavailable, programNotReady } from '../chain/index.ts';
import { passkeyCounterFell, passkeyRefused, passkeyTooNew, passkeyUnknown } from '../credentials/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { keyReused, markReplay, readIdempotencyKey, type UserCaller } from '../platform/http/index.ts';
import {
  globalCapReached,
  identityCapReached,
  nonceBusy,
  notConfirmedYet,
  operationFailed,
  overtaken,
  relayerBalanceLow,
  simulationRefused,
} from '../relay/index.ts';
import type { AccountDeps, AccountRequest } from './account-deps.ts';
import {
  assetRefused,
  balanceRefused,
  destinationRefused,
  expiryRefused,
  feeDrifted,
  feePolicyRefused,
  notActivated,
  notAuthority,
  rotationRefused,
  wrongNonce,
} from './account-errors.ts';
import { activateAccount, type ActivationBody } from './activate-account.ts';
import { quoteWithdrawal } from './quote-withdrawal.ts';
import { rotateAuthority, type RotationBody } from './rotate-authority.ts';
import { withdraw, type WithdrawalBody } from './withdraw.ts';

interface Call<Body> {
  readonly caller: UserCaller;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const u64Max = 18_446_744_073_709_551_615n;

/** What both families of routes do. */
export function accountHandlers(deps: AccountDeps) {
  return {
    quote: ({ caller, body }: Call<{ asset: string; to?: string }>) => quoteWithdrawal(deps, caller, body),
    activate: async (call: Call<ActivationBody>) => {
      assertU64Fields(call.body, ['quotedNetworkFeeLamports']);
      const { view, replayed } = await activateAccount(deps, requestOf(call, 'activate'), call.body);
      if (replayed) markReplay(call.reply);
      return view;
    },
    withdraw: async (call: Call<WithdrawalBody>) => {
      assertU64Fields(call.body, ['amount', 'nonce', 'quotedNetworkFeeLamports']);
      const { replayed, ...answer } = await withdraw(deps, requestOf(call, 'withdraw'), call.body);
      if (replayed) markReplay(call.reply);
      return { ...answer, status: 'confirmed' as const };
    },
    rotate: async (call: Call<RotationBody>) => {
      assertU64Fields(call.body, ['nonce']);
      const { signature, replayed } = await rotateAuthority(deps, requestOf(call, 'rotate'), call.body);
      if (replayed) markReplay(call.reply);
      return { signature, status: 'confirmed' as const };
    },
  };
}

/** The operation's name is part of the key's hash, not the path: both families are one. */
function requestOf({ caller, request }: Call<unknown>, operation: string): AccountRequest {
  return { caller, origin: originOf(request), idempotencyKey: readIdempotencyKey(request, operation) };
}

/** Twenty digits can be more than 64 bits. */
function assertU64Fields<Name extends string>(
  body: { readonly [Field in Name]: string },
  names: readonly Name[],
): void {
  const broken = names.filter((name) => BigInt(body[name]) > u64Max);
  if (broken.length > 0)
    throw commonErrors.validationFailed(
      ...broken.map((name) => `${name} must be a decimal string of an unsigned 64-bit integer`),
    );
}

export const readErrors = [commonErrors.noIdentity, chainUnavailable, programNotReady];
export const quoteErrors = [...readErrors, destinationRefused, assetRefused];
export const signedErrors = [
  ...readErrors,
  expiryRefused,
  passkeyUnknown,
  passkeyRefused,
  passkeyCounterFell,
  simulationRefused,
  operationFailed,
  identityCapReached,
  globalCapReached,
  relayerBalanceLow,
  keyReused,
  nonceBusy,
  overtaken,
  notConfirmedYet,
];
export const activateErrors = [...signedErrors, passkeyTooNew, feePolicyRefused, feeDrifted];
export const rotateErrors = [...signedErrors, notActivated, wrongNonce, notAuthority, rotationRefused];
export const withdrawErrors = [
  ...signedErrors,
  notActivated,
  wrongNonce,
  notAuthority,
  feePolicyRefused,
  feeDrifted,
  destinationRefused,
  assetRefused,
  balanceRefused,
];
