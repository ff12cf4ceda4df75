import type { Settings, Values } from '../../platform/config/index.ts';
import type { PayoutProvider } from '../payout-provider.ts';

/** Everything that the service knows about a provider that transfers settlements. */
export interface RemotePayouts<Own extends Settings> {
  /** The value of PID_SETTLEMENTS, stored with every settlement. It never changes. */
  readonly id: string;
  /** The name that operators read. */
  readonly name: string;
  readonly settings: Own;
  /** Says which settings are missing if this provider is chosen. */
  problems(config: Values<Own>): string[];
  /** The settings have been checked. `apiUrl` replaces the provider's host. */
  open(config: Values<Own>, apiUrl: URL | null): PayoutProvider;
}
