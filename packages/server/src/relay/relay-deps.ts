import type { RecoveryAccount, SmartAccount } from '@pid/protocol';
import type { Chain } from '../chain/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import type { Ids } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { jittered, type Timers } from '../platform/timers.ts';
import type { Operation, OperationKind, Pool } from './operation.ts';
import type { RelayConfig } from './settings.ts';

/** Points at which a process may die; tests kill it there. */
export type CrashPoint = 'signed' | 'stored' | 'sent' | 'seen-confirmed' | 'recorded';

/** Lamports per UTC day. */
export interface PoolCaps {
  readonly identityLamports: bigint;
  readonly globalLamports: bigint;
  /** For sponsored activations: per app. */
  readonly appLamports?: bigint;
}

export interface RelayLimits {
  readonly caps: Readonly<Record<Pool, PoolCaps>>;
  /** Below this balance the relayer accepts no withdrawals and activations (`assertFunded`). */
  readonly relayerMinLamports: bigint;
  readonly priorityFeeMaxMicroLamports: bigint;
  /** How long a request waits for its confirmation. */
  readonly confirmTimeoutSeconds: number;
}

export function relayLimits(config: RelayConfig): RelayLimits {
  const caps = (identity: number, all: number): PoolCaps => ({
    identityLamports: BigInt(identity),
    globalLamports: BigInt(all),
  });
  return {
    caps: {
      withdrawal: caps(config.relayIdentityCapLamports, config.relayGlobalCapLamports),
      activation: caps(config.relayActivationIdentityCapLamports, config.relayActivationGlobalCapLamports),
      session: caps(config.relaySessionIdentityCapLamports, config.relaySessionGlobalCapLamports),
      emergency: caps(config.relayEmergencyIdentityCapLamports, config.relayEmergencyGlobalCapLamports),
      recovery: caps(config.relayRecoveryIdentityCapLamports, config.relayRecoveryGlobalCapLamports),
      policy: caps(config.relayPolicyIdentityCapLamports, config.relayPolicyGlobalCapLamports),
      sponsorship: sponsorshipCaps(config),
      paid: caps(config.relayPaidIdentityCapLamports, config.relayPaidGlobalCapLamports),
    },
    relayerMinLamports: BigInt(config.relayerMinLamports),
    priorityFeeMaxMicroLamports: BigInt(config.priorityFeeMaxMicroLamports),
    confirmTimeoutSeconds: config.relayTimeoutSeconds,
  };
}

function sponsorshipCaps({ sponsorActivation: all, sponsorActivationPerApp: ofApp }: RelayConfig): PoolCaps {
  const appLamports = BigInt(ofApp ?? all);
  return { identityLamports: appLamports, globalLamports: BigInt(all), appLamports };
}

export interface RelayDeps {
  readonly db: Database;
  readonly chain: Chain;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly limits: RelayLimits;
  readonly timers: Timers;
  crashAt?(point: CrashPoint): void;
}

/**
 * The account whose nonce decides an operation, from finalized blocks: a smart account, or a recovery account
 * for steps of a recovery.
 */
export interface FinalizedState {
  readonly account: SmartAccount | null;
  readonly recovery: RecoveryAccount | null;
}

/** Effects of an operation in the database, carried out in the transaction that records its new state. */
export interface OperationEffects {
  confirmed?(tx: Tx, operation: Operation, now: Date): Promise<void>;
  finalized?(tx: Tx, operation: Operation, now: Date): Promise<void>;
  /**
   * The operation was confirmed, but the chain that won does not contain it. Where finalized blocks and the
   * operation disagree, the blocks are right.
   */
  undone?(tx: Tx, operation: Operation, at: FinalizedState & { now: Date }): Promise<void>;
  /** By finalized blocks, the operation can never land, whether it was confirmed before or not. */
  unlanded?(tx: Tx, operation: Operation, now: Date): Promise<void>;
}

export type EffectsByKind = Map<OperationKind, OperationEffects>;

export function later(deps: Pick<RelayDeps, 'clock' | 'ids'>, millis: number): Date {
  return new Date(deps.clock.nowMillis() + jittered(millis, deps.ids));
}

/**
 * Processes the items one after the other, independently. A failure is logged, and the item returns when its
 * lease ends.
 */
export async function forEach<Item>(
  { log }: Pick<RelayDeps, 'log'>,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items)
    await work(item).catch((error: unknown) =>
      log.warn({ err: error }, 'an operation could not be settled; it will be retried'),
    );
}

export function utcDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export const accountsPerRead = 100;

export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
