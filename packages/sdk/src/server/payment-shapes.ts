export type PaymentStatus =
  | 'open'
  | 'held'
  | 'paid'
  | 'refunded'
  | 'void'
  | 'declined'
  | 'expired'
  | 'cancelled';

/** Rupiah are whole numbers, moments ISO 8601. */
export interface Payment {
  readonly id: string;
  readonly clientId: string;
  readonly reference: string;
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly description: string;
  /** The player who is paid; null for your app itself. */
  readonly to: string | null;
  readonly payer: string | null;
  readonly fees: { readonly global: number; readonly app: number; readonly total: number };
  readonly total: number;
  readonly captured: number;
  readonly refunded: number;
  readonly capture: 'automatic' | 'manual';
  /** Where the player confirms: for `requestPayment`. */
  readonly payUrl: string;
  readonly returnTo: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly paidAt: string | null;
  /** Until when held money can be captured. */
  readonly captureBy: string | null;
}

export interface PaymentPage {
  readonly items: readonly Payment[];
  readonly nextCursor: string | null;
}

export interface PaymentRequest {
  /** Your own name for it, once per app: asking again with the same is safe. */
  readonly reference: string;
  readonly amount: number;
  readonly description: string;
  readonly to?: string;
  /** The only player who may pay. */
  readonly pid?: string;
  readonly capture?: 'automatic' | 'manual';
  /** A page of yours that calls `handleCallback`. */
  readonly returnTo?: string;
  readonly expiresInSeconds?: number;
  readonly captureWithinSeconds?: number;
  /** Whether a top-up that the player needs for it keeps the payment open, at most 24 hours; true when absent. */
  readonly extendForTopUp?: boolean;
}

export interface PaymentQuery {
  readonly status?: PaymentStatus;
  readonly limit?: number;
  readonly cursor?: string;
}

/** What your server asks players to pay, and does with what they paid. Every call may be repeated: nothing happens twice. */
export interface Payments {
  /** The same `reference` and request again is the same payment. Send the player to its `payUrl`. */
  create(request: PaymentRequest): Promise<Payment>;
  get(id: string): Promise<Payment>;
  list(query?: PaymentQuery): Promise<PaymentPage>;
  /** Takes held money: all of it, or `amount`. Give the item first, and capture then. */
  capture(id: string, amount?: number): Promise<Payment>;
  /** Gives held money back. */
  void(id: string): Promise<Payment>;
  /** Takes back what nobody has confirmed yet. */
  cancel(id: string): Promise<Payment>;
  /** Gives back what was captured. `key` makes it happen once, however often it is asked for. */
  refund(id: string, refund: { amount: number; reason?: string; key: string }): Promise<Payment>;
}

/** `type` says what happened: `payment.held`, `connection.ended` and so on; `data` what it is about. */
export interface AppEvent {
  /** From 1 on, without a gap. */
  readonly number: number;
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventsOptions {
  /** The number of the last event that you have worked off and stored. Left out: from the oldest that PID keeps, 30 days. */
  readonly after?: number;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
}
