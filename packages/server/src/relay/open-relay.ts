import type { Address } from '@pid/protocol';
import { orChainError } from '../chain/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Job } from '../platform/jobs.ts';
import type { Metrics } from '../platform/metrics.ts';
import { systemTimers, type Timers } from '../platform/timers.ts';
import { draftMessage, priorityPrices, type Template } from './draft-message.ts';
import type { OperationKind, Pool, RelayRequest } from './operation.ts';
import { reconcile } from './reconcile.ts';
import { countSeeking } from './relay-due.store.ts';
import {
  utcDay,
  type EffectsByKind,
  type OperationEffects,
  type RelayDeps,
  type RelayLimits,
} from './relay-deps.ts';
import {
  isFunded,
  submitOperation,
  wasAccepted,
  type DraftMessage,
  type RelayOrder,
  type Relayed,
} from './relay-operation.ts';
import { countOpen } from './relay.store.ts';
import { seek } from './seek.ts';
import { spentInPool, sponsorshipSpent } from './spending.store.ts';
import { watchAllowances } from './watch-allowances.ts';
import { watchConfirmations } from './watch-confirmations.ts';

/** The interface of the outbox for slices. */
export interface Relay {
  readonly limits: RelayLimits;
  /** Registers the effects of operations of this kind in the database. Called once, at wiring. */
  onOutcome(kind: OperationKind, effects: OperationEffects): void;
  /**
   * Relays an operation, once for all repetitions of the request. Joins the operation that the same request
   * or key started before. If none is open or landed, calls `prepare`, simulates, signs, stores the bytes with
   * the records of the order, and sends. Waits for the confirmation. Null if `prepare` returned null.
   */
  submit<None extends null = never>(
    request: RelayRequest,
    prepare: (draftMessage: DraftMessage) => Promise<RelayOrder | NoInfer<None>>,
  ): Promise<Relayed | NoInfer<None>>;
  /** Whether exactly this request, including its assertion, was accepted before. */
  wasAccepted(request: RelayRequest): Promise<boolean>;
  /** The network fee of a message at current prices. */
  quoteFee(template: Template, own: readonly Address[]): Promise<bigint>;
  /** Lamports that the operator has spent today on activations: for players of all apps, and of this app. */
  sponsorshipSpent(clientId: string): Promise<{ all: bigint; app: bigint }>;
  /**
   * Whether today's caps of the pool and the relayer's balance have room for an operation. Only an estimate for
   * quotes: `submit` decides.
   */
  hasRoom(wanted: {
    readonly pool: Pool;
    readonly identityId: string;
    readonly lamports: bigint;
    readonly relayerLamports: bigint;
  }): Promise<boolean>;
  readonly jobs: readonly Job[];
  close(): void;
}

const roundsMax = 20;

export function openRelay(
  given: Omit<RelayDeps, 'timers'> & { readonly metrics: Metrics; readonly timers?: Timers },
): Relay {
  const deps = { ...given, timers: given.timers ?? systemTimers };
  const effects: EffectsByKind = new Map();
  const all = { ...deps, effects };
  const watcher = watchConfirmations(all);
  const priceOf = priorityPrices(deps);
  const draft: DraftMessage = async (template, own) =>
    orChainError(draftMessage(deps, template, await priceOf(own)));
  watchRelay(deps);
  return {
    limits: deps.limits,
    onOutcome: (kind, outcome) => void effects.set(kind, outcome),
    submit: (request, prepare) =>
      submitOperation({ ...deps, watcher, draftMessage: draft }, request, prepare),
    wasAccepted: (request) => wasAccepted(deps, request),
    quoteFee: async (template, own) => (await draft(template, own)).feeLamports,
    sponsorshipSpent: (clientId) => sponsorshipSpent(deps.db, utcDay(deps.clock.now()), clientId),
    async hasRoom({ pool, identityId, lamports, relayerLamports }) {
      const { identityLamports, globalLamports } = deps.limits.caps[pool];
      const spent = await spentInPool(deps.db, { day: utcDay(deps.clock.now()), pool, identityId });
      return (
        isFunded(deps, { pool, relayerLamports: relayerLamports - lamports }) &&
        spent.identity + lamports <= identityLamports &&
        spent.all + lamports <= globalLamports
      );
    },
    jobs: [
      watchAllowances(deps),
      {
        name: 'relay',
        everySeconds: 1,
        async run() {
          await deps.chain.pace
            .measure()
            .catch((error: unknown) =>
              deps.log.warn({ err: error }, 'the pace of the chain could not be measured'),
            );
          for (let round = 0; round < roundsMax && (await reconcile(all)) > 0; round += 1);
        },
      },
      {
        name: 'relay takers',
        everySeconds: 1,
        async run() {
          for (let round = 0; round < roundsMax && (await seek(all)) > 0; round += 1);
        },
      },
    ],
    close: () => watcher.close(),
  };
}

function watchRelay({ metrics, chain, db, clock }: RelayDeps & { readonly metrics: Metrics }): void {
  metrics.gauge(
    'pid_relayer_lamports',
    'Balance of the relayer; below PID_RELAYER_MIN_LAMPORTS it accepts no withdrawals and activations',
    async () =>
      Number(
        (await chain.client.account(chain.keys.relayer.address).catch(() => null))?.account?.lamports ??
          Number.NaN,
      ),
  );
  metrics.gauge(
    'pid_relay_open_operations',
    'Operations without a known outcome',
    async () => (await countOpen(db)).open,
  );
  metrics.gauge(
    'pid_relay_oldest_open_seconds',
    'Age of the oldest operation without a known outcome',
    async () => secondsSince(clock, (await countOpen(db)).oldestAt),
  );
  metrics.gauge(
    'pid_relay_unjudged_operations',
    'Operations whose nonce was used on the chain by a transaction that no node can name',
    async () => (await countSeeking(db)).count,
  );
  metrics.gauge('pid_relay_oldest_unjudged_seconds', 'Age of the oldest of these operations', async () =>
    secondsSince(clock, (await countSeeking(db)).oldestAt),
  );
}

function secondsSince(clock: Clock, at: Date | null): number {
  return at ? (clock.nowMillis() - at.getTime()) / 1000 : 0;
}
