/** An order for a provider to transfer money to a bank account. */
export interface PayoutOrder {
  /** Our id. The provider's reference and its idempotency key, so that repeating an order transfers nothing twice. */
  readonly id: string;
  readonly amount: bigint;
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly holderName: string;
  readonly description: string;
}

/** The state according to the provider's status API, the only trusted source. */
export interface PayoutState {
  /** `returned`: it was paid, and the bank sent the money back. */
  readonly kind: 'under_way' | 'paid' | 'failed' | 'returned';
  /** The provider's id. */
  readonly payoutId: string;
  readonly amount: bigint;
  readonly currency: string;
  /** The provider's code for a failure. */
  readonly reason: string | null;
}

/** The provider has read the order and refuses it, so no money moves. */
export interface PayoutRefusal {
  readonly kind: 'refused';
  readonly reason: string;
}

export interface PayoutProvider {
  readonly id: string;
  supports(bankCode: string): boolean;
  /** Returns null if the provider knows no order with this id. */
  find(id: string): Promise<PayoutState | null>;
  /** Repeating an order returns the same payout. Throws a `ProviderError` if the outcome is unknown. */
  create(order: PayoutOrder): Promise<PayoutState | PayoutRefusal>;
  /** The id of the order in an authentic notice; null if the notice does not come from the provider. */
  readNotice(headers: Readonly<Record<string, string | string[] | undefined>>, body: unknown): string | null;
  /** Throws if the provider does not accept our key. */
  proveKey(): Promise<void>;
}
