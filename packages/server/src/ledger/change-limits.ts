import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { AccountBook } from './account-book.ts';
import {
  getStoredLimits,
  highestHeld,
  keepLimits,
  lockLimits,
  writeLimits,
  type StoredLimits,
} from './limits.store.ts';
import type { SendLimits } from './post-sends.store.ts';
import { describeTier } from './set-tier.ts';
import { findTier, type Tier } from './tiers.store.ts';
import type { StepUp } from './send-money.ts';

export interface LimitDeps extends Needs<'db' | 'clock'> {
  readonly book: AccountBook;
  /** Maximum of every balance. */
  readonly balanceMax: bigint;
  /** The operator's limits. A player's limit never exceeds them. */
  readonly limits: SendLimits;
}

export interface Limits {
  readonly stepUpAmount: bigint;
  readonly dailyLimit: bigint;
  readonly noticeAmount: bigint;
  readonly pendingStepUpAmount?: bigint;
  readonly pendingDailyLimit?: bigint;
  readonly pendingNoticeAmount?: bigint;
  readonly pendingFrom?: string;
  /** The tier and what it allows; absent without tiers. */
  readonly tier?: Tier;
  readonly balanceMax?: bigint;
  readonly incomingMax?: bigint;
  readonly incomingLeft?: bigint;
}

export interface LimitsInput {
  readonly stepUpAmount?: bigint;
  readonly dailyLimit?: bigint;
  readonly noticeAmount?: bigint;
}

type LimitName = keyof LimitsInput;

const waiting = {
  stepUpAmount: 'nextStepUpAmount',
  dailyLimit: 'nextDailyLimit',
  noticeAmount: 'nextNoticeAmount',
} as const satisfies Record<LimitName, keyof StoredLimits>;

const dayMillis = 86_400_000;

export async function getLimits(deps: LimitDeps & { db: Queryable }, identityId: string): Promise<Limits> {
  const account = await deps.book.ofIdentity(identityId);
  const now = deps.clock.now();
  return {
    ...describe(deps, settle(await getStoredLimits(deps.db, account), now)),
    ...describeTier(await findTier(deps.db, account, now), deps.balanceMax),
  };
}

/**
 * Lowering a limit takes effect immediately. Raising it needs step-up and takes effect a day later, so that a
 * thief with a stolen session, even with brief access to a passkey, cannot raise it before the owner can stop
 * it. Restoring a value of the last day needs step-up and takes effect immediately.
 */
export async function changeLimits(
  deps: LimitDeps,
  caller: { readonly identityId: string; readonly pid: string; readonly origin: AuditOrigin | null },
  input: LimitsInput,
  stepUp: StepUp,
): Promise<Limits> {
  assertWithinOperators(deps, input);
  const account = await deps.book.ofIdentity(caller.identityId);
  // Whether step-up is needed is decided from the stored limits, outside of the transaction. If the limits
  // change in between, the check inside the transaction refuses.
  const proven = await proveIfHigher(deps, account, input, stepUp);
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const since = new Date(now.getTime() - dayMillis);
    const stored = settle(await lockLimits(tx, account), now);
    const before = describe(deps, stored);
    if (isHigher(before, input) && !proven) throw refuse('limits_changed');
    const held = await highestHeld(tx, account, since);
    const stepUpAmount = move('stepUpAmount');
    const dailyLimit = move('dailyLimit');
    const noticeAmount = move('noticeAmount');
    const nextStepUpAmount = stepUpAmount.next;
    const nextDailyLimit = dailyLimit.next;
    const nextNoticeAmount = noticeAmount.next;
    const isPending = nextStepUpAmount !== null || nextDailyLimit !== null || nextNoticeAmount !== null;
    const after: StoredLimits = {
      stepUpAmount: stepUpAmount.now,
      dailyLimit: dailyLimit.now,
      noticeAmount: noticeAmount.now,
      nextStepUpAmount,
      nextDailyLimit,
      nextNoticeAmount,
      nextFrom: isPending ? (hasNew() ? new Date(now.getTime() + dayMillis) : stored.nextFrom) : null,
    };
    await keepLimits(tx, account, before, now, since);
    await writeLimits(tx, account, after);
    await recordAudit(tx, {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'limits.changed',
      details: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])),
      origin: caller.origin,
    });
    return { ...describe(deps, after), ...describeTier(await findTier(tx, account, now), deps.balanceMax) };

    /**
     * Decides whether a new value takes effect immediately or later. A value that takes effect immediately
     * cancels the pending one.
     */
    function move(name: LimitName): { now: bigint | null; next: bigint | null } {
      const next = stored[waiting[name]];
      const wanted = input[name];
      if (wanted === undefined) return { now: stored[name], next };
      // mutant (ledger/limits.test): wanted <= before[name] || => true ||
      const isAtOnce = wanted <= before[name] || wanted <= (held[name] ?? -1n);
      return isAtOnce ? { now: wanted, next: null } : { now: stored[name], next: wanted };
    }
    function hasNew(): boolean {
      return (
        (nextStepUpAmount !== null && nextStepUpAmount === input.stepUpAmount) ||
        (nextDailyLimit !== null && nextDailyLimit === input.dailyLimit) ||
        (nextNoticeAmount !== null && nextNoticeAmount === input.noticeAmount)
      );
    }
  });
}

async function proveIfHigher(
  deps: LimitDeps,
  account: bigint,
  input: LimitsInput,
  stepUp: StepUp,
): Promise<boolean> {
  const current = describe(deps, settle(await getStoredLimits(deps.db, account), deps.clock.now()));
  if (stepUp.steppedUp || !isHigher(current, input)) return stepUp.steppedUp;
  await stepUp.require();
  return true;
}

/** Includes the notice amount, because a thief would raise it to suppress notices. */
function isHigher(current: Limits, input: LimitsInput): boolean {
  return (['stepUpAmount', 'dailyLimit', 'noticeAmount'] as const).some((name) => {
    const wanted = input[name];
    return wanted !== undefined && wanted > current[name];
  });
}

function assertWithinOperators({ limits }: LimitDeps, input: LimitsInput): void {
  const sentences: string[] = [];
  for (const name of ['stepUpAmount', 'dailyLimit'] as const) {
    const wanted = input[name];
    if (wanted !== undefined && wanted > limits[name])
      sentences.push(`${name} must be at most ${limits[name]}, the limit of this service`);
  }
  if (sentences.length > 0) throw invalid(...sentences);
}

/** Applies pending limits whose time has come. */
function settle(stored: StoredLimits, now: Date): StoredLimits {
  if (stored.nextFrom === null || stored.nextFrom > now) return stored;
  return {
    ...stored,
    stepUpAmount: stored.nextStepUpAmount ?? stored.stepUpAmount,
    dailyLimit: stored.nextDailyLimit ?? stored.dailyLimit,
    noticeAmount: stored.nextNoticeAmount ?? stored.noticeAmount,
    nextStepUpAmount: null,
    nextDailyLimit: null,
    nextNoticeAmount: null,
    nextFrom: null,
  };
}

function describe({ limits }: LimitDeps, stored: StoredLimits): Limits {
  return {
    stepUpAmount: smaller(stored.stepUpAmount, limits.stepUpAmount),
    dailyLimit: smaller(stored.dailyLimit, limits.dailyLimit),
    noticeAmount: stored.noticeAmount ?? limits.stepUpAmount,
    ...(stored.nextStepUpAmount === null ? {} : { pendingStepUpAmount: stored.nextStepUpAmount }),
    ...(stored.nextDailyLimit === null ? {} : { pendingDailyLimit: stored.nextDailyLimit }),
    ...(stored.nextNoticeAmount === null ? {} : { pendingNoticeAmount: stored.nextNoticeAmount }),
    ...(stored.nextFrom === null ? {} : { pendingFrom: stored.nextFrom.toISOString() }),
  };
}

function smaller(own: bigint | null, operators: bigint): bigint {
  return own !== null && own < operators ? own : operators;
}
