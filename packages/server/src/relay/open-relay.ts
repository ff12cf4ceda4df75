import type { Address } from '@pid/protocol';
import type { Job } from '../platform/jobs.ts';
import type { Metrics } from '../platform/metrics.ts';
import { draftMessage, priorityPrices, simulateDraft, type Draft, type Template } from './draft-message.ts';
import type { OperationKind } from './operation.ts';
import { reconcile } from './reconcile.ts';
import { relayerBalanceLow } from './relay-errors.ts';
import type { EffectsByKind, OperationEffects, RelayDeps, RelayLimits } from './relay-deps.ts';
import { relayOperation, type Prepare, type Relayed, type RelayRequest } from './relay-operation.ts';
import { countOpen, sponsoredToday } from './relay.store.ts';
import { utcDay } from './relay-deps.ts';
import { watchConfirmations } from './watch-confirmations.ts';

/** The outbox as slices use it. */
export interface Relay {
  readonly limits: RelayLimits;
  /** What follows from operations of this kind in the database. Called once, at wiring. */
  onOutcome(kind: OperationKind, effects: OperationEffects): void;
  /** The message that would be sent and its fee; `writable` are the accounts that others may crowd. */
  draft(template: Template, writable: readonly Address[]): Promise<Draft>;
  simulate(draft: Draft): Promise<void>;
  /** Refuses when the relayer holds too little to take on anything. */
  assertFunded(relayerLamports: bigint): void;
  run(request: RelayRequest, prepare: Prepare): Promise<Relayed | null>;
  /** One round of the reconciler; the number of operations that were due. */
  reconcile(): Promise<number>;
  readonly jobs: readonly Job[];
  close(): void;
}

const roundsMax = 20;

export function openRelay(deps: RelayDeps & { readonly metrics: Metrics }): Relay {
  const effects: EffectsByKind = new Map();
  const all = { ...deps, effects };
  const watcher = watchConfirmations(all);
  const priceOf = priorityPrices(deps);
  watchRelay(deps);
  return {
    limits: deps.limits,
    onOutcome: (kind, outcome) => void effects.set(kind, outcome),
    draft: async (template, writable) => draftMessage(deps, template, await priceOf(writable)),
    simulate: (draft) => simulateDraft(deps, draft),
    assertFunded(relayerLamports) {
      if (relayerLamports < deps.limits.relayerMinLamports) throw relayerBalanceLow();
    },
    run: (request, prepare) => relayOperation({ ...deps, watcher }, request, prepare),
    reconcile: () => reconcile(all),
    jobs: [
      {
        name: 'relay',
        everySeconds: 1,
        async run() {
          for (let round = 0; round < roundsMax && (await reconcile(all)) > 0; round += 1);
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
    async () => {
      const { oldestAt } = await countOpen(db);
      return oldestAt ? (clock.nowMillis() - oldestAt.getTime()) / 1000 : 0;
    },
  );
  metrics.gauge(
    'pid_relay_sponsored_lamports',
    'Lamports sponsored or at risk today, of both pools',
    async () =>
      (await sponsoredToday(db, utcDay(clock.now()))).reduce(
        (sum, { lamports }) => sum + Number(lamports),
        0,
      ),
  );
}
