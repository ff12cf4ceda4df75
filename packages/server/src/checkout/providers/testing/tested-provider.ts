import type { FakeServer, Json } from './fake-server.ts';

export interface TestNotice {
  readonly body: Json;
  readonly headers: Record<string, string>;
}

/** A fake provider and the settings that use it, in terms that are the same for all providers. */
export interface TestedProvider {
  readonly server: FakeServer;
  /** The provider's own settings. */
  readonly environment: Record<string, string>;
  /** The address of the page for an order. */
  pageOf(orderId: string): string;
  /** Requests that opened the page of an order. */
  openRequests(orderId: string): FakeServer['requests'];
  /** Sets the state that the status API reports. */
  set(orderId: string, state: 'pending' | 'paid' | 'expired' | 'cancelled', charge: TestCharge): void;
  /** Makes the status API report this total refund of a paid order. */
  refund(orderId: string, total: number, charge: TestCharge): void;
  /** An authentic notice that the order was paid. */
  paidNotice(orderId: string, charge: TestCharge): TestNotice;
  /** The same notice without a signature or token, with a wrong one, and other forgeries. */
  forge(notice: TestNotice): TestNotice[];
  /** A settlement file with one payment, one refund and lines that are neither. */
  settlementFile(paidOrder: string, refundedOrder: string, amount: number): string;
}

export interface TestCharge {
  readonly amount: number;
  readonly currency?: string;
}
