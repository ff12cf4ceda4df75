import { callPid } from '../call-pid.ts';
import type { ServiceOptions } from '../service-options.ts';

/** Profile of a player. A field is null if the player has not set it, or if your game did not ask for the scope `profile`. */
export interface Profile {
  readonly displayName: string | null;
  readonly avatarUrl: string | null;
  readonly bio: string | null;
  readonly country: string | null;
  readonly locale: string | null;
}

/** Options of `exchangeCode`. */
export interface ExchangeOptions extends ServiceOptions {
  /** Public `client_id` of your app. */
  readonly clientId: string;
  /** `code` from `signInWithPid`. */
  readonly code: string;
  /** `codeVerifier` from `signInWithPid`. */
  readonly codeVerifier?: string;
  /** Required for a login without PKCE, and if your app sets `requireSecret`. */
  readonly clientSecret?: string;
  /** `guestToken` of a guest of your app, which then belongs to the player for good. */
  readonly guestToken?: string | undefined;
}

/** Result of `exchangeCode`. */
export interface SignedInPlayer {
  /** Permanent identifier of the player, `<handle>@pid`. Use it as the key in your database. */
  readonly pid: string;
  readonly profile: Profile;
  /** Bearer that can read the player's data for 30 days. Keep it on your server. */
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  /** What `accessToken` can read: `read` (everything), or the scopes that your game asked for. */
  readonly scope: string;
  /** Lifetime of `accessToken`, in seconds. */
  readonly expiresIn: number;
  /** The guest of `guestToken`. Attach its saved game to the player. */
  readonly guestId?: string;
}

/**
 * Exchanges a login code for the player's identity and a bearer. Call it on your server. A code is single-use and valid for
 * five minutes.
 */
export function exchangeCode(options: ExchangeOptions): Promise<SignedInPlayer> {
  const { clientId, code, codeVerifier, clientSecret, guestToken } = options;
  return callPid(options)('exchangeCode', {
    client_id: clientId,
    code,
    ...(codeVerifier === undefined ? {} : { code_verifier: codeVerifier }),
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    ...(guestToken === undefined ? {} : { guest_token: guestToken }),
  });
}
