import type { PaymentDeps } from './payment-deps.ts';
import { sumByApp } from './charging-apps.store.ts';

const appsMax = 100;

/** Returns the totals that each app has charged a player. A deleted app keeps its name but loses its logo. */
export async function listChargingApps(deps: Pick<PaymentDeps, 'db' | 'apps'>, identityId: string) {
  const rows = await sumByApp(deps.db, identityId, appsMax);
  const terms = await Promise.all(rows.map(({ clientId }) => deps.apps.termsFor(deps.db, clientId, null)));
  return {
    items: rows.map(({ lastAt, payments, ...row }, index) => ({
      ...row,
      logoUrl: terms[index]?.logoUrl ?? null,
      verified: terms[index]?.verified ?? false,
      payments: Number(payments),
      lastAt: lastAt.toISOString(),
    })),
  };
}
