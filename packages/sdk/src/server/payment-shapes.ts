import type { AllowanceEndReason, AllowancePeriod } from './allowance-shapes.ts';

/**
 * - open: no player has confirmed the payment yet
 * - held: the player has confirmed, and the money is on hold until you capture or void the payment
 * - paid: the money was paid or captured
 * - refunded: the full amount was refunded
 * - void: you voided the payment or did not capture it before `captureBy`; the player got the money back
 * - declined: the player declined
 * - expired: no player confirmed before `expiresAt`
 * - cancelled: you cancelled the payment
 */
export type PaymentStatus =
  | 'open'
  | 'held'
  | 'paid'
  | 'refunded'
  | 'void'
  | 'declined'
  | 'expired'
  | 'cancelled';

/** The item that a payment is for. */
export interface PaidItem {
  readonly sku: string;
  readonly quantity: number;
  /** Price of one item, in whole rupiah. */
  readonly price: number;
  /** Names by language; `en` is always there. */
  readonly names: Readonly<Partial<Record<string, string>>>;
  readonly imageUrl: string | null;
}

/** A payment. Amounts are whole rupiah; times are ISO 8601 timestamps. */
export interface Payment {
  readonly id: string;
  readonly clientId: string;
  /** Your own id for the payment. */
  readonly reference: string;
  readonly status: PaymentStatus;
  /** Amount without fees. */
  readonly amount: number;
  /** Description that the payer reads; of an item, its quantity and name. */
  readonly description: string;
  /** The item of your catalogue that the player buys, as it was at the creation; null if you named an amount. */
  readonly item: PaidItem | null;
  /** pid of the player who receives the money; null if your app receives it. */
  readonly to: string | null;
  /** Id of the allowance that paid it; null if a player confirmed the payment. */
  readonly allowance: string | null;
  /** pid of the player who confirmed the payment; null until then. */
  readonly payer: string | null;
  /** Fees of the service (`global`) and of your app (`app`). */
  readonly fees: { readonly global: number; readonly app: number; readonly total: number };
  /** Total that the payer pays: amount plus fees. */
  readonly total: number;
  /** Captured amount without fees. */
  readonly captured: number;
  /** Refunded amount without fees. */
  readonly refunded: number;
  /** `automatic`: paid when the player confirms. `manual`: on hold until you capture the payment. */
  readonly capture: 'automatic' | 'manual';
  /** URL of the page where the player confirms. Pass it to `requestPayment`, or send the player there. */
  readonly payUrl: string;
  readonly returnTo: string | null;
  readonly createdAt: string;
  /** Time until which the payment can be confirmed. */
  readonly expiresAt: string;
  /** Time at which the receiver got the money; null until then. */
  readonly paidAt: string | null;
  /** Time until which a held payment can be captured; null if it was never held. */
  readonly captureBy: string | null;
}

/** One page of payments, newest first. */
export interface PaymentPage {
  readonly items: readonly Payment[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** Fields of a new payment: what the player buys, and how it is paid. */
export type PaymentRequest = PaymentTerms & (PaymentAmount | PaymentSku);

/** An amount and its description. */
export interface PaymentAmount {
  /** Amount without fees, in whole rupiah. */
  readonly amount: number;
  /** Description that the payer reads, 1-140 characters. */
  readonly description: string;
}

/** An item of your app's catalogue. Its price and names are copied into the payment. */
export interface PaymentSku {
  /** Your id of the item. */
  readonly sku: string;
  /** Number of items, 1-99. Default: 1. */
  readonly quantity?: number;
}

/** How a new payment is paid. */
export interface PaymentTerms {
  /** Your own id for the payment, 1-64 characters, unique per app. It makes `create` idempotent. */
  readonly reference: string;
  /** pid of the player who receives the money. Default: your app receives it. */
  readonly to?: string;
  /** pid of the only player who can pay. Default: any player. */
  readonly pid?: string;
  /**
   * Id of an allowance. It pays at once, and `create` returns the payment with the status `paid`. Otherwise nothing is created, and
   * `create` throws `allowance_exceeded` or `allowance_unavailable`. Not with `to` or a manual capture.
   */
  readonly allowance?: string;
  /** `automatic` (the default) pays when the player confirms. `manual` holds the money until you capture it. */
  readonly capture?: 'automatic' | 'manual';
  /** URL of your page that calls `handleCallback`. */
  readonly returnTo?: string;
  /** Time in which the payment can be confirmed, in seconds, 60-86400. Default: 3600. */
  readonly expiresInSeconds?: number;
  /** Time after the confirmation in which a held payment can be captured, in seconds, 60-604800. Default: 604800. */
  readonly captureWithinSeconds?: number;
  /** Whether a top-up on the payment page extends the payment, to at most 24 hours after its creation. Default: true. */
  readonly extendForTopUp?: boolean;
}

/** Filter and page of a list of payments. */
export interface PaymentQuery {
  readonly status?: PaymentStatus;
  /** Maximum number of payments. */
  readonly limit?: number;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string;
}

/** Payments of your app. Every call is idempotent: you can safely retry it. */
export interface Payments {
  /**
   * Creates a payment. The player confirms it at `payUrl`. The same `reference` with the same fields returns the existing payment; with other
   * fields it throws `payment_reference_used`.
   */
  create(request: PaymentRequest): Promise<Payment>;
  /** Returns a payment. */
  get(id: string): Promise<Payment>;
  /** Lists payments, newest first. */
  list(query?: PaymentQuery): Promise<PaymentPage>;
  /**
   * Captures a held payment: the whole amount, or `amount`; the rest returns to the player. Reserve the item before you
   * capture, and deliver it afterwards. Throws `payment_ended` if the money went back to the player in the meantime.
   */
  capture(id: string, amount?: number): Promise<Payment>;
  /** Voids a held payment: the player gets all the money back. */
  void(id: string): Promise<Payment>;
  /** Cancels a payment that no player has confirmed. */
  cancel(id: string): Promise<Payment>;
  /** Refunds all or part of the captured amount. `key` is the idempotency key: the same key never refunds twice. */
  refund(id: string, refund: { amount: number; reason?: string; key: string }): Promise<Payment>;
}

interface EventOf<Type extends string, Data> {
  /** Position of the event. Numbers start at 1 and have no gaps. */
  readonly number: number;
  readonly type: Type;
  /** Time of the event, ISO 8601 timestamp. */
  readonly at: string;
  readonly data: Readonly<Data>;
}

/** A payment at the time of the event. */
interface PaymentEventData {
  paymentId: string;
  reference: string;
  status: PaymentStatus;
  amount: number;
  captured: number;
  refunded: number;
  /** Pid of the player who pays; null while nobody has confirmed. */
  payer: string | null;
  /** Item of your catalogue, if the payment is for one. */
  sku?: string;
  quantity?: number;
  /** Allowance that paid it, if one did. */
  allowance?: string;
}

interface AllowanceEventData {
  allowanceId: string;
  reference: string;
  pid: string;
}

interface PlayerEventData {
  pid: string;
}

interface TransferEventData {
  id: string;
  amount: number;
}

/** An event of your app. `type` says which fields `data` has. Ignore a type that you do not know. */
export type AppEvent =
  | EventOf<
      | 'payment.paid'
      | 'payment.held'
      | 'payment.captured'
      | 'payment.void'
      | 'payment.declined'
      | 'payment.expired'
      | 'payment.cancelled',
      PaymentEventData
    >
  | EventOf<'payment.refunded', PaymentEventData & { refund: { id: string; amount: number } }>
  | EventOf<'payment.extended', PaymentEventData & { expiresAt: string }>
  | EventOf<'payment.capture_due', PaymentEventData & { captureBy: string }>
  | EventOf<
      'allowance.approved',
      AllowanceEventData & { amount: number; period: AllowancePeriod; endsAt: string }
    >
  | EventOf<'allowance.ended', AllowanceEventData & { reason: AllowanceEndReason }>
  | EventOf<
      | 'connection.created'
      | 'connection.ended'
      | 'player.suspended'
      | 'player.reactivated'
      | 'player.deleted',
      PlayerEventData
    >
  | EventOf<'guest.claimed', PlayerEventData & { guestId: string }>
  | EventOf<'app.paused' | 'app.resumed' | 'app.verified' | 'app.unverified', Record<string, never>>
  | EventOf<'payout.posted' | 'deposit.posted' | 'settlement.paid' | 'settlement.failed', TransferEventData>;

/** Options of `events`. */
export interface EventsOptions {
  /**
   * Number of the last event that you have processed and stored. Default: starts with the oldest event that PID keeps (30
   * days).
   */
  readonly after?: number;
  /** Ends the iteration at once, and aborts the request that waits for events. */
  readonly signal?: AbortSignal;
}
