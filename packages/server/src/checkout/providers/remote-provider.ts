import type { Settings, Values } from '../../platform/config/index.ts';
import type { PaymentProvider } from '../payment-provider.ts';

/** The parts of a line in a settlement file. Each is found by one of several column names. */
export type SettlementColumn = 'order' | 'charge' | 'amount' | 'status' | 'type' | 'line' | 'currency';

/** The settlement files of a provider: CSV, with the columns in any order. */
export interface SettlementFormat {
  /** The columns that identify the format, as the provider writes them. */
  readonly header: string;
  /** Names in lower case, with blanks instead of underscores and hyphens. */
  readonly columns: Readonly<Record<SettlementColumn, readonly string[]>>;
  /** Returns null for a fee, a tax, our own money or a payment that was never made. */
  kindOf(words: Readonly<Record<'status' | 'type' | 'line', string>>): 'charge' | 'refund' | null;
}

/** Everything that the service knows about a payment provider. */
export interface RemoteProvider<Own extends Settings> {
  /** The value of PID_PAYMENT_PROVIDER, stored with every top-up. It never changes. */
  readonly id: string;
  /** The name that payers and operators read. */
  readonly name: string;
  readonly settings: Own;
  /** Says which settings are missing if this provider is chosen. */
  problems(config: Values<Own>): string[];
  /** The settings have been checked. `paymentApiUrl` replaces the provider's hosts. */
  open(config: Values<Own> & { readonly paymentApiUrl: URL | null }): PaymentProvider;
  readonly settlement: SettlementFormat;
}
