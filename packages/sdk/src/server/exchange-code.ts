import { callPid } from '../call-pid.ts';
import type { ServiceOptions } from '../service-options.ts';

export interface Profile {
  readonly displayName: string | null;
  readonly avatarUrl: string | null;
  readonly bio: string | null;
  readonly country: string | null;
  readonly locale: string | null;
}

export interface ExchangeOptions extends ServiceOptions {
  readonly clientId: string;
  readonly code: string;
  /** As the browser part gave it. */
  readonly codeVerifier?: string;
  /** Only for a login that was started without PKCE. */
  readonly clientSecret?: string;
}

export interface SignedInPlayer {
  /** The permanent name of the player, `<handle>@pid`: your key for them. */
  readonly pid: string;
  readonly profile: Profile;
  /** Reads the player's data for 30 days. Keep it on your server. */
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  readonly scope: 'read';
  readonly expiresIn: number;
}

/** Turns a login code into the player. A code works once, within five minutes; do this on your server. */
export function exchangeCode(options: ExchangeOptions): Promise<SignedInPlayer> {
  const { clientId, code, codeVerifier, clientSecret } = options;
  return callPid(options)('exchangeCode', {
    client_id: clientId,
    code,
    ...(codeVerifier === undefined ? {} : { code_verifier: codeVerifier }),
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
  });
}
