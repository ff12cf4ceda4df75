import { toBase64Url } from '@pid/protocol';
import { api } from '../../../kit/api/api.ts';
import type { Exchanged } from '../../../kit/api/shapes.ts';
import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';

/** The message of a test login to the workspace. The channel's name is the login's secret state. */
export interface TriedAnswer {
  readonly code: string | null;
}

export function openTryChannel(state: string): BroadcastChannel {
  return new BroadcastChannel(`pid:try:${state}`);
}

export interface TriedLogin {
  readonly address: string;
  readonly state: string;
  finish(code: string): Promise<Exchanged>;
}

/** 32 random bytes for states and code verifiers. */
const randomBase64Url = () => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Prepares a login as a game without a server does it: with PKCE, ending at one of our pages. */
export async function prepareTriedLogin(clientId: string): Promise<TriedLogin> {
  const state = randomBase64Url();
  const verifier = randomBase64Url();
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${location.origin}${PAGE_PATHS.tryLogin}`,
    state,
    code_challenge: toBase64Url(new Uint8Array(challenge)),
    code_challenge_method: 'S256',
  });
  return {
    address: `${PAGE_PATHS.authorize}?${query.toString()}`,
    state,
    finish: (code) =>
      api.call('exchangeCode', { client_id: clientId, code, code_verifier: verifier }, { session: 'none' }),
  };
}
