// The states of a recovery, its transitions and its guards. The other files of this folder read facts, ask here and store the answer.
//
//   asked ──threshold reached──> running ──finalized finish──> finished
//     │                             │            └──while a freeze holds──> taken ──freeze over──> finished
//     └──────── cancelled <─────────┘
//
// With guardians, the chain decides (threshold, delay, finish, cancellation). Without them, the database does: an attempt starts as running,
// its delay is seven days, and a recent sign-in at a provider finishes it.
import { equalBytes } from '@pid/protocol';

export type Mode = 'chain' | 'database';
export type Phase = 'asked' | 'running' | 'taken';

export interface OpenAttempt {
  readonly id: string;
  readonly mode: Mode;
  readonly compressedKey: Buffer;
  /** The policy under which it started; null for attempts of an earlier release. */
  readonly policyNonce: bigint | null;
  readonly startedAt: Date;
  /** When it can be finished; null while votes are missing. */
  readonly readyAt: Date | null;
  readonly restartedAt: Date | null;
  readonly takenAt: Date | null;
  /** The session that started it; null for a recovery started elsewhere. */
  readonly sessionId: string | null;
}

/** One wallet as read from blocks. Finalized blocks change the database; confirmed blocks are only shown. */
export interface Sight {
  readonly policyNonce: bigint;
  readonly hasGuardians: boolean;
  readonly authority: Uint8Array;
  /** New keys that have reached the threshold. */
  readonly running: readonly { readonly newAuthority: Uint8Array; readonly readyAt: Date }[];
  /** Keys with at least one vote. */
  readonly votedFor: readonly Uint8Array[];
}

/** The knowledge of the service about the same wallet. */
export interface Knowledge {
  readonly attempts: readonly OpenAttempt[];
  /** The state at the last sight; null before the first. */
  readonly last: { readonly policyNonce: bigint; readonly authority: Uint8Array | null } | null;
  /**
   * Whether the wallet belongs to the identity: one of its passkeys controlled the wallet and was not lost
   * since.
   */
  readonly isOurs: boolean;
  /** Keys of all current and former passkeys of the identity, except lost ones. */
  readonly ownKeys: readonly Uint8Array[];
  /** Keys of the active passkeys. */
  readonly activeKeys: readonly Uint8Array[];
}

export type Change =
  | {
      readonly to: 'running';
      readonly attempt: OpenAttempt | null;
      readonly key: Uint8Array;
      readonly readyAt: Date;
    }
  | { readonly to: 'cancelled'; readonly attempt: OpenAttempt }
  /** The wallet has a new authority from a finish; null when no open attempt was known for it. */
  | { readonly to: 'finished'; readonly attempt: OpenAttempt | null; readonly key: Uint8Array };

const dayMillis = 86_400_000;
const hourSeconds = 3600;
/** How long the owner can object if no guardians decide. */
export const databaseDelayMillis = 7 * dayMillis;
/** A request without a vote ends after twice the lifetime of a vote. */
const forgottenMillis = 60 * dayMillis;
/** How long a ready recovery can be finished, as on the chain. */
const finishMillis = 30 * dayMillis;

export function phaseOf({ takenAt, readyAt }: OpenAttempt): Phase {
  if (takenAt) return 'taken';
  return readyAt ? 'running' : 'asked';
}

/**
 * Whether the chain decides about this identity. A wallet whose passkey was lost, or that was claimed with a
 * certificate alone, may belong to another person: its guardians and finishes do not affect the identity.
 */
export function isOwnWallet(
  { isOurs, ownKeys }: Pick<Knowledge, 'isOurs' | 'ownKeys'>,
  authority: Uint8Array,
): boolean {
  return isOurs || ownKeys.some((key) => equalBytes(key, authority));
}

/** The changes that follow from a sight, in the order of execution. */
export function afterSight(known: Knowledge, seen: Sight, now: Date): Change[] {
  const sight = isOwnWallet(known, seen.authority) ? seen : { ...seen, hasGuardians: false, running: [] };
  const finished = finishIn(known, sight);
  const attempts = known.attempts.filter((attempt) => attempt !== finished?.attempt);
  const ended = attempts.filter((attempt) => isOver(attempt, sight, now));
  const left = attempts.filter((attempt) => !ended.includes(attempt));
  const started = sight.running.flatMap(({ newAuthority, readyAt }): Change[] => {
    const attempt = attemptOf(left, newAuthority);
    const isKnown = attempt?.readyAt?.getTime() === readyAt.getTime();
    return isKnown ? [] : [{ to: 'running', attempt: attempt ?? null, key: newAuthority, readyAt }];
  });
  // Ended attempts first: only one attempt per key can be open.
  return [
    ...ended.map((attempt): Change => ({ to: 'cancelled', attempt })),
    ...(finished ? [finished] : []),
    ...started,
  ];
}

function attemptOf(attempts: readonly OpenAttempt[], key: Uint8Array): OpenAttempt | undefined {
  return attempts.find(({ mode, compressedKey }) => mode === 'chain' && equalBytes(compressedKey, key));
}

/** A finish hands the wallet to a key that is not an active passkey of the identity. */
function finishIn({ attempts, last, isOurs, activeKeys }: Knowledge, sight: Sight) {
  const key = sight.authority;
  if (!isOurs || activeKeys.some((known) => equalBytes(known, key))) return null;
  if (last?.authority && equalBytes(last.authority, key)) return null;
  const attempt = attemptOf(attempts, key);
  // Without an attempt, a rotation looks the same, but does not raise the policy's nonce.
  const isFinish = attempt !== undefined || (last !== null && sight.policyNonce > last.policyNonce);
  return isFinish ? ({ to: 'finished', attempt: attempt ?? null, key } as const) : null;
}

/**
 * Whether the owner had the whole delay to object, counted from the first notice. If guardians had already
 * voted without the service when the attempt became known, the delay has not passed, and the passkey is
 * treated as one that only the chain knows. The chain's clock may be an hour ahead of ours.
 */
export function hadTime(
  told: { readonly startedAt: Date; readonly delaySeconds: number },
  now: Date,
): boolean {
  return now.getTime() - told.startedAt.getTime() >= (told.delaySeconds - hourSeconds) * 1000;
}

function isOver(attempt: OpenAttempt, sight: Sight, now: Date): boolean {
  if (attempt.mode === 'database') return sight.hasGuardians;
  const is = (key: Uint8Array) => equalBytes(key, attempt.compressedKey);
  // A taken attempt waits for the end of a freeze. It ends when a later finish names another key.
  if (attempt.takenAt) return !is(sight.authority);
  // Its key controls the wallet, but not through a finish of this attempt: there is nothing to recover.
  if (is(sight.authority)) return true;
  if (sight.running.some(({ newAuthority }) => is(newAuthority))) return false;
  if (attempt.readyAt) return attempt.policyNonce === null || sight.policyNonce >= attempt.policyNonce;
  if (isCleared(attempt, sight)) return true;
  return !sight.votedFor.some(is) && now.getTime() - attempt.startedAt.getTime() >= forgottenMillis;
}

/**
 * A policy, a cancellation or a finish has cleared all votes since the attempt started, and no guardian has
 * voted for it again.
 */
export function isCleared(
  { policyNonce, compressedKey }: Pick<OpenAttempt, 'policyNonce' | 'compressedKey'>,
  sight: Pick<Sight, 'policyNonce' | 'votedFor'>,
): boolean {
  if (policyNonce === null || sight.policyNonce <= policyNonce) return false;
  return !sight.votedFor.some((key) => equalBytes(key, compressedKey));
}

/** The attempts that would be open if this sight were finalized, for pages. */
export function openAfter(known: Knowledge, sight: Sight, now: Date): OpenAttempt[] {
  const changes = afterSight(known, sight, now);
  return known.attempts.flatMap((attempt) => {
    const change = changes.find((each) => each.attempt === attempt);
    if (change?.to === 'cancelled') return [];
    return change?.to === 'running' ? [{ ...attempt, readyAt: change.readyAt }] : [attempt];
  });
}

/** A recovery that became ready before this time has expired. */
export function lapsesBefore(now: Date): Date {
  return new Date(now.getTime() - finishMillis);
}

export interface Asker {
  /** End of the freeze that delays recoveries; null when there is none. */
  readonly heldUntil: Date | null;
  readonly isRecentAtProvider: boolean;
}

export type Refusal =
  | { readonly code: 'frozen'; readonly until: number }
  | { readonly code: 'sign_in_again' }
  | { readonly code: 'guardians_decide' }
  | { readonly code: 'recovery_not_ready'; readonly readyAt: number };

/** A freeze stops the steps that the service sends to the chain. The program knows no freezes. */
export function mayMove(heldUntil: Date | null): Refusal | null {
  // mutant (recovery/freeze): return heldUntil && => return heldUntil && null &&
  return heldUntil && { code: 'frozen', until: unix(heldUntil) };
}

export function mayStart(mode: Mode, { heldUntil, isRecentAtProvider }: Asker): Refusal | null {
  if (heldUntil) return mayMove(heldUntil);
  // Without guardians, a recent sign-in at the provider is the only proof.
  if (mode === 'database' && !isRecentAtProvider) return { code: 'sign_in_again' };
  return null;
}

/** For database mode; on the chain the program decides. */
export function mayFinish(
  attempt: Pick<OpenAttempt, 'readyAt'>,
  modeNow: Mode,
  { heldUntil, isRecentAtProvider }: Asker,
  now: Date,
): Refusal | null {
  if (heldUntil) return mayMove(heldUntil);
  if (modeNow === 'chain') return { code: 'guardians_decide' };
  const readyAt = attempt.readyAt ?? now;
  if (now < readyAt) return { code: 'recovery_not_ready', readyAt: unix(readyAt) };
  return isRecentAtProvider ? null : { code: 'sign_in_again' };
}

/**
 * Called when a freeze begins or is lifted early: the seven days restart at its end, once. Null when nothing
 * changes.
 */
export function readyAfterFreeze(
  attempt: Pick<OpenAttempt, 'mode' | 'restartedAt'>,
  freeze: { readonly from: Date; readonly until: Date },
): Date | null {
  if (attempt.mode !== 'database') return null;
  if (attempt.restartedAt && attempt.restartedAt < freeze.from) return null;
  return new Date(freeze.until.getTime() + databaseDelayMillis);
}

function unix(moment: Date): number {
  return Math.ceil(moment.getTime() / 1000);
}
