import { getEarnings } from '../ledger/index.ts';
import type { Caller } from '../platform/http/index.ts';
import type { PaymentDeps } from './payment-deps.ts';

export async function getAppEarnings(deps: PaymentDeps, caller: Caller, clientId: string) {
  const app = await deps.apps.admit(deps.db, caller, clientId, 'getAppEarnings');
  return getEarnings(deps.db, app.clientId);
}
