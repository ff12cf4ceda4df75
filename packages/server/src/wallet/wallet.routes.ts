import {
  accountHandlers,
  quoteBody,
  quoteErrors,
  quoteSchema,
  rotateBody,
  rotateErrors,
  rotateSchema,
  withdrawBody,
  withdrawErrors,
  withdrawSchema,
  type AccountDeps,
} from '../account/index.ts';
import { route, type Route } from '../platform/http/index.ts';

/** The V3 family, deprecated: the same operations under their old paths. */
export function walletRoutes(deps: AccountDeps): Route[] {
  const handlers = accountHandlers(deps);
  return [
    route({
      method: 'POST',
      path: '/v1/wallet/withdraw',
      successor: '/v1/account/withdraw',
      operationId: 'walletWithdraw',
      summary: 'Sponsored SOL/SPL withdrawal, authorized by a passkey',
      tag: 'wallet',
      access: 'user',
      allowSuspended: true,
      limit: 'wallet',
      body: withdrawBody,
      reply: withdrawSchema,
      errors: withdrawErrors,
      handle: handlers.withdraw,
    }),
    route({
      method: 'POST',
      path: '/v1/wallet/withdraw/quote',
      successor: '/v1/account/withdraw/quote',
      operationId: 'walletQuoteWithdrawal',
      summary: 'Quotes the realtime network fee of a sponsored withdrawal',
      tag: 'wallet',
      access: 'user',
      allowSuspended: true,
      limit: 'wallet',
      body: quoteBody,
      reply: quoteSchema,
      errors: quoteErrors,
      handle: handlers.quote,
    }),
    route({
      method: 'POST',
      path: '/v1/wallet/rotate',
      successor: '/v1/account/rotate',
      operationId: 'walletRotate',
      summary: 'Rotates the on-chain authority to a registered replacement passkey',
      tag: 'wallet',
      access: 'user',
      allowSuspended: true,
      limit: 'wallet',
      body: rotateBody,
      reply: rotateSchema,
      errors: rotateErrors,
      handle: handlers.rotate,
    }),
  ];
}
