import * as oidc from 'openid-client';
import { askUpstream } from '../platform/upstream.ts';
import type { OpenIdConfig } from './settings.ts';

export interface ProvenLogin {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  /** The provider says that it has not verified the address. */
  readonly isEmailUnverified: boolean;
  /** When the player authenticated at the provider (`auth_time`); null if the provider does not report it. */
  readonly authTime: Date | null;
}

export interface SignInProvider {
  readonly id: string;
  readonly name: string;
  readonly responseMode: 'query' | 'form_post';
  authorizationUrl(request: {
    state: string;
    nonce: string;
    codeVerifier: string;
    /** Requires the provider to authenticate the player again (OpenID Connect Core 3.1.2.1). */
    fresh: boolean;
  }): Promise<URL>;
  /**
   * Verifies the whole response of the provider: state, issuer (RFC 9207), code, PKCE, id_token, nonce.
   * Throws if anything is wrong.
   */
  finish(
    answer: URL | Request,
    expected: { state: string; nonce: string; codeVerifier: string },
  ): Promise<ProvenLogin>;
}

/** The provider responds, but cannot serve the request now. */
export class ProviderUnavailableError extends Error {}

export interface ProviderOptions extends Omit<OpenIdConfig, 'protocol'> {
  readonly redirectUri: string;
  /** Sent to the provider at every sign-in, for example to let the player choose an account. */
  readonly prompt?: string;
  /** Only for a provider on loopback. */
  readonly allowHttp: boolean;
}

const timeoutSeconds = 10;

export function openIdProvider(options: ProviderOptions): SignInProvider {
  let discovered: Promise<oidc.Configuration> | undefined;
  const customFetch: oidc.CustomFetch = (url, init) =>
    askUpstream({ kind: 'sign_in', host: options.issuer.host }, `${init.method} sign-in provider`, () =>
      fetch(url, init as RequestInit),
    );

  function configuration(): Promise<oidc.Configuration> {
    discovered ??= oidc
      .discovery(options.issuer, options.clientId, options.clientSecret, undefined, {
        timeout: timeoutSeconds,
        [oidc.customFetch]: customFetch,
        // The signature of the id_token is checked too, although TLS would be sufficient (OpenID Connect Core
        // 3.1.3.7).
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(options.allowHttp ? [oidc.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        // A provider that is down now may respond at the next attempt.
        discovered = undefined;
        throw error;
      });
    return discovered;
  }

  return {
    id: options.id,
    name: options.name,
    responseMode: options.responseMode,
    async authorizationUrl({ state, nonce, codeVerifier, fresh }) {
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: options.redirectUri,
        scope: options.scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(options.prompt ? { prompt: options.prompt } : {}),
        ...(fresh ? { prompt: 'login', max_age: '0' } : {}),
        ...(options.responseMode === 'form_post' ? { response_mode: 'form_post' } : {}),
      });
    },
    async finish(answer, expected) {
      const tokens = await oidc.authorizationCodeGrant(await configuration(), answer, {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no id_token');
      return {
        provider: options.id,
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof claims['email'] === 'string' ? claims['email'] : '',
        // Some providers send it as text. A provider that sends nothing is trusted.
        isEmailUnverified: claims['email_verified'] === false || claims['email_verified'] === 'false',
        authTime: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
      };
    },
  };
}

/** Reads the provider's discovery document, as the first sign-in does. Throws if that fails. */
export async function proveOpenId(provider: OpenIdConfig, allowHttp: boolean): Promise<void> {
  const { authorizationUrl } = openIdProvider({
    ...provider,
    redirectUri: 'https://pid.invalid/',
    allowHttp,
  });
  await authorizationUrl({
    state: 'x',
    nonce: 'x',
    codeVerifier: oidc.randomPKCECodeVerifier(),
    fresh: false,
  });
}
