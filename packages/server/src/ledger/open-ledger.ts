import { ConfigError } from '../platform/config/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { Tx } from '../platform/db/index.ts';
import type { RequestWatch } from '../platform/http/index.ts';
import type { Slice } from '../platform/slice.ts';
import { openAccountBook, type AccountBook } from './account-book.ts';
import { openActivationPayments, type ActivationPayments } from './activation-payments.ts';
import { nightlyAudit } from './audit-ledger.ts';
import type { TopUpRecords } from './audit-top-ups.store.ts';
import type { AppDirectory } from './app-terms.ts';
import { countRefusals } from './count-refusals.ts';
import type { FeeRule } from './compute-fees.ts';
import { exportMoney } from './export-money.ts';
import { findFeeRule } from './fee-rules.store.ts';
import { manualCheck, type IdentityCheck, type Verdict } from './identity-check.ts';
import { ledgerRoutes } from './ledger.routes.ts';
import { batchMetrics, watchLedger } from './ledger-metrics.ts';
import { forgetNotes } from './postings.store.ts';
import { openSendLane } from './send-lane.ts';
import { monthlySeal } from './seal-months.ts';
import type { LedgerConfig } from './settings.ts';
import { forfeitBalance, leaveToSuspense } from './settle-deletion.ts';
import { saveTierRules } from './tiers.store.ts';

export interface LedgerDeps extends Needs<'db' | 'reader' | 'clock' | 'ids' | 'log' | 'metrics'> {
  readonly config: LedgerConfig;
  readonly apps: AppDirectory;
  readonly topUps: TopUpRecords;
  /** Whether apps can settle to bank accounts. */
  readonly settles: boolean;
  /** How players are registered. Default: an administrator decides. */
  readonly identityCheck?: IdentityCheck<Verdict>;
}

export interface Ledger extends Slice {
  readonly book: AccountBook;
  readonly feeRule: FeeRule;
  readonly balanceMax: bigint;
  /** Maximum of the first credit of a new player. */
  readonly newcomerMax: bigint;
  readonly activations: ActivationPayments;
  readonly watch: RequestWatch;
  /**
   * Moves the money of an identity to suspense, in the transaction in which an administrator deletes it. Also locks the
   * accounts of `others`, which this transaction changes later.
   */
  leave(tx: Tx, identity: { readonly id: string }, now: Date, others?: readonly string[]): Promise<void>;
}

export async function openLedger(deps: LedgerDeps): Promise<Ledger> {
  const { db, reader, clock, ids, metrics, apps } = deps;
  const feeRule = await ruleOf(deps);
  const book = openAccountBook({ db, clock });
  const balanceMax = BigInt(deps.config.balanceMax);
  const limits = {
    stepUpAmount: BigInt(deps.config.stepUpAmount),
    dailyLimit: BigInt(deps.config.dailyLimit),
    timeZone: deps.config.timeZone,
  };
  if (await saveTierRules(db, deps.config.tiers, limits.timeZone))
    deps.log.warn({ tiers: deps.config.tiers }, 'the limits of tiers changed for all nodes');
  const lane = openSendLane({
    db,
    clock,
    ids,
    feeRule,
    balanceMax,
    limits,
    onBatch: batchMetrics(metrics),
  });
  watchLedger(metrics, db, lane);
  const refusals = countRefusals({ db, clock, timeZone: limits.timeZone });
  const ownerOf = async (tx: Tx, id: string) => ({ identityId: id, clientIds: await apps.ownedApps(tx, id) });
  return {
    book,
    feeRule,
    balanceMax,
    newcomerMax: newcomerMax(deps.config),
    activations: openActivationPayments({ book, clock, ids, limits }),
    watch: refusals.watch,
    jobs: [
      nightlyAudit({ db, clock, topUps: deps.topUps, log: deps.log, timeZone: limits.timeZone }),
      monthlySeal({ db, clock, log: deps.log }),
      { name: 'write refusals', everySeconds: 5, run: () => refusals.flush() },
    ],
    async forget() {
      while (await forgetNotes(db, deps.config.retentionDays.money_texts));
    },
    close: () => refusals.flush().catch(() => deps.log.warn({}, 'the last refusals were not counted')),
    export: { money: (queryable, identityId) => exportMoney({ clock }, queryable, identityId) },
    routes: ledgerRoutes({
      db,
      reader,
      clock,
      ids,
      book,
      lane,
      apps,
      feeRule,
      balanceMax,
      limits,
      settles: deps.settles,
      identityCheck: deps.identityCheck ?? manualCheck,
    }),
    leave: async (tx, { id }, now, others = []) =>
      leaveToSuspense(deps, tx, { ...(await ownerOf(tx, id)), others }, now),
    erase: async (tx, { id }, now) => forfeitBalance(deps, tx, await ownerOf(tx, id), now),
  };
}

function newcomerMax({ balanceMax, tiers }: LedgerConfig): bigint {
  return BigInt(
    Math.min(balanceMax, tiers?.basic.balance ?? balanceMax, tiers?.basic.incoming ?? balanceMax),
  );
}

async function ruleOf({ config, db }: Pick<LedgerDeps, 'config' | 'db'>): Promise<FeeRule> {
  const rule = await findFeeRule(db, { bps: BigInt(config.feeBps), minimum: BigInt(config.feeMinimum) });
  if (rule) return rule;
  throw new ConfigError([
    `PID_FEE_BPS is ${config.feeBps} and PID_FEE_MINIMUM ${config.feeMinimum}, a rule that the books do not know: run \`pid migrate\` with the same two and the owner's address`,
  ]);
}
