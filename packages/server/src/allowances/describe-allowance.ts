import type { AllowanceDeps } from './allowance-deps.ts';
import type { Allowance } from './allowances.store.ts';

type Deps = Pick<AllowanceDeps, 'approveUrl'>;

/** Common fields for app and player. Amounts are at most 10^12 rupiah, so numbers hold them. */
function commonFields({ approveUrl }: Deps, allowance: Allowance) {
  const { amount, charged } = allowance;
  return {
    id: allowance.id,
    clientId: allowance.clientId,
    reference: allowance.reference,
    status: allowance.status,
    amount: Number(amount),
    period: allowance.period,
    left: Number(amount - charged),
    periodEnds: allowance.periodEnds.toISOString(),
    description: allowance.description,
    approveUrl: approveUrl(allowance.id),
    returnTo: allowance.returnTo,
    createdAt: allowance.createdAt.toISOString(),
    approveBy: allowance.approveBy.toISOString(),
    endsAt: allowance.endsAt.toISOString(),
    approvedAt: allowance.approvedAt?.toISOString() ?? null,
    endedAt: allowance.endedAt?.toISOString() ?? null,
    endReason: allowance.endReason,
  };
}

export function describeForApp(deps: Deps, allowance: Allowance) {
  return { ...commonFields(deps, allowance), pid: allowance.pid };
}

export function describeForPlayer(deps: Deps, allowance: Allowance) {
  return {
    ...commonFields(deps, allowance),
    app: {
      name: allowance.appName,
      logoUrl: allowance.appLogoUrl,
      verified: allowance.appIsVerified,
      status: allowance.appIsActive ? ('active' as const) : ('paused' as const),
    },
    charged: Number(allowance.charged),
    origin: allowance.returnOrigin,
  };
}
