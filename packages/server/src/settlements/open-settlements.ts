import type { DeletionBlock } from '@pid/contract';
import { payoutProviders, type PayoutProvider } from '../checkout/index.ts';
import type { AppDirectory, Ledger } from '../ledger/index.ts';
import { dayMillis } from '../platform/config/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Needs } from '../platform/needs.ts';
import type { Slice } from '../platform/slice.ts';
import { bankAccountsOf, deleteBankAccounts } from './bank-accounts.store.ts';
import { cancelRequested, endWithOwnership, refuseWhileSent } from './cancel-settlement.ts';
import { exportBankAccounts, exportSettlementsOf } from './export-personal-data.ts';
import type { SettlementConfig } from './settings.ts';
import type { SettlementMode } from './settlement-deps.ts';
import { settlementRoutes } from './settlements.routes.ts';
import { countProblems, findOpenSettlement, forgetAccounts, settlementsOf } from './settlements.store.ts';
import { transfers, type TransferDeps } from './transfer-settlements.ts';

export interface SettlementsDeps extends Needs<'db' | 'clock' | 'ids' | 'log' | 'metrics' | 'sealer'> {
  readonly config: SettlementConfig;
  readonly ledger: Ledger;
  readonly apps: AppDirectory;
}

export interface Settlements extends Slice {
  /** Cancels what was requested for the apps of an identity that an administrator deletes. */
  cancelRequested(clientIds: readonly string[]): Promise<void>;
  /** Ends what belongs to the owner of an app, in the transaction that gives the app to another one. */
  endWithOwnership(tx: Tx, app: { readonly clientId: string; readonly ownerId: string }): Promise<void>;
  /** Throws while a transfer to the bank is in progress. */
  refuseWhileSent(db: Queryable, clientIds: readonly string[]): Promise<void>;
}

export function openSettlements(deps: SettlementsDeps): Settlements {
  const { db, clock, ids, sealer, config, ledger, apps } = deps;
  const mode = openMode(config);
  const own = {
    db,
    clock,
    ids,
    sealer,
    mode,
    fee: BigInt(config.settlementFee),
    book: ledger.book,
    apps,
  };
  const onAnomaly = watch(deps.metrics, db);
  const transfer: TransferDeps | null = mode.provider && {
    ...own,
    log: deps.log,
    provider: mode.provider,
    onAnomaly,
  };
  return {
    routes: settlementRoutes({ ...own, transfer }),
    jobs: transfer ? [transfers(transfer)] : [],
    async forget() {
      const days = config.retentionDays.settlement_accounts;
      await forgetAccounts(db, new Date(clock.nowMillis() - days * dayMillis));
    },
    export: {
      bankAccounts: async (queryable, identityId) =>
        exportBankAccounts(
          sealer,
          await bankAccountsOf(queryable, await apps.ownedApps(queryable, identityId)),
        ),
      settlements: async (queryable, identityId) =>
        exportSettlementsOf(
          sealer,
          await settlementsOf(queryable, {
            identityId,
            clientIds: await apps.ownedApps(queryable, identityId),
          }),
        ),
    },
    // The copies in settlements stay with the books until their time is over.
    erase: async (tx, { id }) => deleteBankAccounts(tx, await apps.ownedApps(tx, id)),
    cancelRequested: (clientIds) => cancelRequested(own, clientIds),
    endWithOwnership: (tx, app) => endWithOwnership(own, tx, app),
    refuseWhileSent,
  };
}

/** The configuration has already been checked. */
export function openMode(config: SettlementConfig): SettlementMode {
  return { isOff: config.settlements === 'off', provider: openPayoutProvider(config) };
}

function openPayoutProvider(config: SettlementConfig): PayoutProvider | null {
  const chosen = payoutProviders.find(({ id }) => id === config.settlements);
  return chosen?.open(config, config.settlementApiUrl) ?? null;
}

/** Returns the reason why the owner of these apps cannot be deleted yet; null if there is none. */
export async function settlementGuard(
  db: Queryable,
  clientIds: readonly string[],
): Promise<DeletionBlock | null> {
  const app = await findOpenSettlement(db, clientIds);
  return app === null ? null : { reason: 'settlements_open', app };
}

function watch(metrics: Metrics, db: Queryable): (reason: string) => void {
  metrics.gauge(
    'pid_settlement_problems',
    'Settlements that the provider does not transfer and a person has to decide',
    async () => (await countProblems(db)).problems,
  );
  const counter = metrics.counter(
    'pid_settlement_anomalies_total',
    'States of settlements at the provider that contradict the books',
    ['reason'],
  );
  return (reason) => counter.inc({ reason });
}
