import type { Address } from '@pid/protocol';
import type { Clock } from '../platform/clock.ts';
import type { Job } from '../platform/jobs.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import { systemTimers, type Timers } from '../platform/timers.ts';
import { refuse } from '../platform/errors/index.ts';
import { draftMessage, priorityPrices, simulateDraft, type Draft, type Template } from './draft-message.ts';
import type { Operation, OperationKind, Pool, RelayRequest } from './operation.ts';
import { reconcile } from './reconcile.ts';
import { countSeeking } from './relay-due.store.ts';
import type { EffectsByKind, OperationEffects, RelayDeps, RelayLimits } from './relay-deps.ts';
import {
  joinOperation,
  reserveCaps,
  sendOperation,
  signOrder,
  storeOperation,
  wasAccepted,
  type RelayOrder,
  type Relayed,
  type SignedOrder,
} from './relay-operation.ts';
import { countOpen } from './relay.store.ts';
import { seek } from './seek.ts';
import { watchConfirmations } from './watch-confirmations.ts';
import { sponsorshipLeft, watchPools } from './watch-pools.ts';

/** The interface of the outbox for slices. */
export interface Relay {
  readonly limits: RelayLimits;
  /** Registers the effects of operations of this kind in the database. Called once, at wiring. */
  onOutcome(kind: OperationKind, effects: OperationEffects): void;
  /**
   * The message to send and its fee. The priority price follows the prices paid for `own`, the player's own
   * accounts.
   */
  draft(template: Template, own: readonly Address[]): Promise<Draft>;
  simulate(draft: Draft): Promise<void>;
  /** Refuses when the relayer's balance is too low for this purpose. */
  assertFunded(relayerLamports: bigint, pool: Pool): void;
  /** Lamports that the operator still pays today for players of this app. */
  sponsorshipLeft(clientId: string): Promise<bigint>;
  /**
   * Waits for the operation that the same request, or the same key, started before; null when there is none
   * that is open or landed.
   */
  join(request: RelayRequest): Promise<Relayed | null>;
  wasAccepted(request: RelayRequest): Promise<boolean>;
  sign(order: RelayOrder): Promise<SignedOrder>;
  /** Must come first in its transaction, and `reserve` last. */
  store(tx: Tx, request: RelayRequest, order: SignedOrder): Promise<Operation>;
  reserve(tx: Tx, operation: Operation): Promise<void>;
  /**
   * Sends the operation once it is stored. If storing was refused because of an identical request, joins that
   * one. Waits for the confirmation.
   */
  send(request: RelayRequest, storing: Promise<Operation>): Promise<Relayed>;
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
  watchRelay(deps);
  return {
    limits: deps.limits,
    onOutcome: (kind, outcome) => void effects.set(kind, outcome),
    draft: async (template, own) => draftMessage(deps, template, await priceOf(own)),
    simulate: (draft) => simulateDraft(deps, draft),
    assertFunded(relayerLamports, pool) {
      // Payments that are not reimbursed stop first, so that they cannot use up the balance that all other
      // purposes need. Below the minimum, down to half of it, only emergencies, recoveries and policies are accepted.
      const halves = {
        session: 4n,
        sponsorship: 4n,
        withdrawal: 2n,
        activation: 2n,
        emergency: 1n,
        recovery: 1n,
        policy: 1n,
      }[pool];
      if (relayerLamports * 2n < halves * deps.limits.relayerMinLamports) throw refuse('relayer_balance_low');
    },
    sponsorshipLeft: (clientId) => sponsorshipLeft(deps, clientId),
    join: (request) => joinOperation({ ...deps, watcher }, request),
    wasAccepted: (request) => wasAccepted(deps, request),
    sign: (order) => signOrder(deps, order),
    store: (tx, request, order) => storeOperation(deps, tx, request, order),
    reserve: (tx, operation) => reserveCaps(deps, tx, operation),
    send: (request, storing) => sendOperation({ ...deps, watcher }, request, storing),
    jobs: [
      watchPools(deps),
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
