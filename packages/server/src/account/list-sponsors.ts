import type { Queryable } from '../platform/db/index.ts';

export interface SponsorApp {
  readonly clientId: string;
  readonly name: string;
}

/**
 * Finds verified, unpaused apps to which an active player is connected. The app with the latest sign-in comes
 * first.
 */
export type ListSponsors = (db: Queryable, identityId: string) => Promise<readonly SponsorApp[]>;
