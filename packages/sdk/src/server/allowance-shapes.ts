/** An allowance: a player lets your app charge up to `amount` in every calendar period. Amounts are whole rupiah; times are ISO 8601. */
export interface Allowance {
  readonly id: string;
  readonly clientId: string;
  /** Your own id for the allowance. */
  readonly reference: string;
  /** `open`: the player has not decided yet. `active`: you can charge. `ended`: you cannot charge any more. */
  readonly status: 'open' | 'active' | 'ended';
  /** pid of the player who pays. */
  readonly pid: string;
  /** Maximum in one period, fees included. */
  readonly amount: number;
  readonly period: AllowancePeriod;
  /** What you can still charge in the current period, fees included. */
  readonly left: number;
  /** Time at which the next period begins. */
  readonly periodEnds: string;
  /** What the player pays for. */
  readonly description: string;
  /** URL of the page where the player approves. Pass it to `requestAllowance`, or send the player there. */
  readonly approveUrl: string;
  readonly returnTo: string | null;
  readonly createdAt: string;
  /** Time until which the player can approve: 24 hours after the creation. */
  readonly approveBy: string;
  /** Time at which the allowance ends by itself. */
  readonly endsAt: string;
  /** Time of the approval; null if the player has not approved. */
  readonly approvedAt: string | null;
  readonly endedAt: string | null;
  readonly endReason: AllowanceEndReason | null;
}

/** Calendar period in the time zone of the service. Weeks begin on Monday. */
export type AllowancePeriod = 'day' | 'week' | 'month';

/**
 * - player, declined: the player ended or declined it
 * - app: you ended it
 * - expired: `endsAt` has passed
 * - lapsed: not approved within 24 hours
 * - disconnected: the player disconnected your app, or deleted the identity
 * - app_deleted, app_paused: your app was
 * - app_changed: your app has another owner, lost its badge, or changed something that costs a badge
 */
export type AllowanceEndReason =
  | 'player'
  | 'declined'
  | 'app'
  | 'expired'
  | 'lapsed'
  | 'disconnected'
  | 'app_deleted'
  | 'app_paused'
  | 'app_changed';

/** Fields of a new allowance. */
export interface AllowanceRequest {
  /** Your own id for the allowance, 1-64 characters, unique per app. It makes `create` idempotent. */
  readonly reference: string;
  /** pid of the player who pays, who must have signed in to your app. */
  readonly pid: string;
  /** Maximum in one period, in whole rupiah, fees included. */
  readonly amount: number;
  readonly period: AllowancePeriod;
  /** What the player pays for, 1-140 characters. */
  readonly description: string;
  /** Time at which the allowance ends by itself, at most 366 days from now. Default: 366 days. */
  readonly endsAt?: string;
  /** URL of your page that calls `handleCallback`. */
  readonly returnTo?: string;
}

/** Allowances of your app. Every call is idempotent: you can safely retry it. */
export interface Allowances {
  /**
   * Asks a player for an allowance. The player approves it at `approveUrl`. The same `reference` with the same fields returns the existing
   * allowance as it is now, with its `status` and what is `left`. Charge it with `allowance` of `payments.create`.
   */
  create(request: AllowanceRequest): Promise<Allowance>;
  /** Ends an allowance, for example because the player cancelled the pass in your game. What was charged stays paid. */
  end(id: string): Promise<void>;
}
