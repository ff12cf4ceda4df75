import type { Input } from '@pid/contract';
import { invalid } from '../platform/errors/index.ts';
import type { PaymentDeps } from './payment-deps.ts';

/** Parameters of the answers of /send and /top-up. */
const answerParameters = ['status', 'id'];

/** Who a link into the money pages comes from. Whether it may lead back is judged before anything is shown of it. */
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
      // Anybody can write a link with this client_id: the badge is for those that lead back to an address which the app registered.
      verified: terms.verified && address?.isRegistered === true,
      status: terms.paused ? ('paused' as const) : ('active' as const),
    },
    returnTo: address?.href ?? null,
    origin: address?.origin ?? null,
  };
}
