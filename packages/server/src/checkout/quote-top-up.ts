import { unknownApp } from '../ledger/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { feesOf, type TopUpDeps, type TopUpInput } from './create-top-up.ts';

/** Returns the amount that the payer would pay under the current rules. */
export async function quoteTopUp(deps: TopUpDeps, input: Omit<TopUpInput, 'returnTo'>) {
  const { amount, clientId, identityId } = input;
  const terms = clientId === null ? null : await deps.apps.termsFor(deps.db, clientId, identityId);
  if (!deps.provider) throw refuse('topups_unavailable');
  if (clientId !== null && !terms) throw unknownApp();
  if (terms?.paused) throw refuse('app_paused');
  const { globalFee, appFee, providerFee } = feesOf(deps, amount, terms);
  const total = globalFee + appFee + providerFee;
  return {
    amount,
    fees: { global: globalFee, app: appFee, provider: providerFee, total },
    total: amount + total,
    ...deps.range,
  };
}
