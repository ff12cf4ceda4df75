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

/** The outbox as slices use it. */
export interface Relay {
  readonly limits: RelayLimits;
  /** What follows from operations of this kind in the database. Called once, at wiring. */
  onOutcome(kind: OperationKind, effects: OperationEffects): void;
  /** The message that would be sent and its fee; priority is priced by what others pay for `own`, the player's own accounts. */
  draft(template: Template, own: readonly Address[]): Promise<Draft>;
  simulate(draft: Draft): Promise<void>;
  /** Refuses when the relayer holds too little for this purpose. */
  assertFunded(relayerLamports: bigint, pool: Pool): void;
  /** Lamports that the operator still pays today for players of this app. */
  sponsorshipLeft(clientId: string): Promise<bigint>;
  /** Waits for what the same request, or its key, has begun before; null when none stands. */
  join(request: RelayRequest): Promise<Relayed | null>;
  wasAccepted(request: RelayRequest): Promise<boolean>;
  sign(order: RelayOrder): Promise<SignedOrder>;
  /** First in its transaction, `reserve` last. */
  store(tx: Tx, request: RelayRequest, order: SignedOrder): Promise<Operation>;
  reserve(tx: Tx, operation: Operation): Promise<void>;
  /** Sends what is being stored, or joins the twin because of which it was refused; waits until the chain has confirmed. */
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
      // What nobody pays back ends first, so that it cannot leave the relayer without the float of everything else; half of the floor is left to what stops a thief or brings somebody back.
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
            .catch((error: unknown) => deps.log.warn({ err: error }, 'the chain’s pace is not known'));
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
    'Balance of the relayer; below PID_RELAYER_MIN_LAMPORTS it takes nothing on',
    async () =>
      Number(
        (await chain.client.account(chain.keys.relayer.address).catch(() => null))?.account?.lamports ??
          Number.NaN,
      ),
  );
  metrics.gauge(
    'pid_relay_open_operations',
    'Operations whose outcome is not known yet',
    async () => (await countOpen(db)).open,
  );
  metrics.gauge(
    'pid_relay_oldest_open_seconds',
    'Age of the oldest operation whose outcome is not known yet',
    async () => secondsSince(clock, (await countOpen(db)).oldestAt),
  );
  metrics.gauge(
    'pid_relay_unjudged_operations',
    'Operations whose nonce was taken on chain while no node can tell by whom',
    async () => (await countSeeking(db)).count,
  );
  metrics.gauge(
    'pid_relay_oldest_unjudged_seconds',
    'For how long the oldest of them has been so',
    async () => secondsSince(clock, (await countSeeking(db)).oldestAt),
  );
}

function secondsSince(clock: Clock, at: Date | null): number {
  return at ? (clock.nowMillis() - at.getTime()) / 1000 : 0;
}
