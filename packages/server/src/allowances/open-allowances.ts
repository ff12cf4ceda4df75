import type { LedgerConfig } from '../ledger/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { PlatformConfig } from '../platform/settings.ts';
import type { Slice } from '../platform/slice.ts';
import type { AllowanceDeps } from './allowance-deps.ts';
import { allowanceRoutes } from './allowances.routes.ts';
import { endDue, eraseTexts, forgetUnused, listAllowancesOf } from './allowances.store.ts';
import { describeForPlayer } from './describe-allowance.ts';

export interface OpenAllowancesDeps
  extends Needs<'db' | 'clock' | 'ids'>, Pick<AllowanceDeps, 'apps' | 'ages'> {
  readonly config: LedgerConfig & Pick<PlatformConfig, 'baseUrl'>;
}

const sweepSeconds = 30;
const batch = 200;

export function openAllowances(given: OpenAllowancesDeps): Slice {
  const { db, config } = given;
  const deps: AllowanceDeps = {
    ...given,
    timeZone: config.timeZone,
    approveUrl: (id) => `${config.baseUrl.origin}/allow/${id}`,
  };
  return {
    routes: allowanceRoutes(deps),
    jobs: [
      {
        name: 'end allowances',
        everySeconds: sweepSeconds,
        async run() {
          while ((await endDue(db, batch)) === batch);
        },
      },
    ],
    export: {
      allowances: async (queryable, identityId) =>
        (await listAllowancesOf(queryable, deps.timeZone, identityId)).map((allowance) =>
          describeForPlayer(deps, allowance),
        ),
    },
    erase: (tx, { id }) => eraseTexts(tx, id),
    forget: () => forgetUnused(db),
  };
}
