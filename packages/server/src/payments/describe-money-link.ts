import type { Input } from '@pid/contract';
import { invalid } from '../platform/errors/index.ts';
import type { PaymentDeps } from './payment-deps.ts';

/** Parameters that /send and /top-up add to the return address. */
const answerParameters = ['status', 'id'];

/**
 * Returns the app that a link to the money pages comes from. The return address is checked before anything
 * about the app is shown.
 */
export async function describeMoneyLink(
  deps: Pick<PaymentDeps, 'db' | 'apps'>,
  identityId: string,
  query: Input<'describeMoneyLink'>,
) {
  const terms = await deps.apps.termsFor(deps.db, query.client_id, identityId);
  if (!terms) throw invalid('client_id must be that of an app');
  const address =
    query.return_to === undefined
      ? null
      : await deps.apps.requireReturnAddress(deps.db, terms.clientId, {
          field: 'return_to',
          address: query.return_to,
          reserved: answerParameters,
        });
  return {
    app: {
      name: terms.name,
      logoUrl: terms.logoUrl,
      // Anyone can create a link with this client_id, so the badge is shown only if it returns to a
      // registered address of the app.
      verified: terms.verified && address?.isRegistered === true,
      status: terms.paused ? ('paused' as const) : ('active' as const),
    },
    returnTo: address?.href ?? null,
    origin: address?.origin ?? null,
  };
}
