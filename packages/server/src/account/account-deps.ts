import type { Chain } from '../chain/index.ts';
import type { RelyingParty } from '../credentials/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { AuditOrigin } from '../audit/index.ts';
import type { IdempotencyKey, UserCaller } from '../platform/http/index.ts';
import type { ActivationPayments } from '../ledger/index.ts';
import type { Relay } from '../relay/index.ts';
import type { ActivationOffer } from './activation-offer.ts';
import type { ListSponsors } from './list-sponsors.ts';

export interface AccountDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly chain: Chain;
  readonly relay: Relay;
  readonly relyingParty: RelyingParty;
  /** Implemented by relying-parties. */
  readonly listSponsors: ListSponsors;
  /** Null if this service does not sell activations for rupiah. */
  readonly offer: ActivationOffer | null;
  readonly activations: ActivationPayments;
  /** Lists the players with whom the owner has exchanged rupiah. Implemented by the ledger. */
  listCounterparties(identityId: string): Promise<readonly string[]>;
}

/** The caller, where the request came from, and its idempotency key. */
export interface AccountRequest {
  readonly caller: UserCaller;
  readonly origin: AuditOrigin;
  readonly idempotencyKey: IdempotencyKey | null;
}
