import { toBase64Url } from '@pid/protocol';
import { api } from '../../../kit/api/api.ts';
import type { Exchanged } from './shapes.ts';
import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';

/** What the page at the end of a tried login tells the workspace; the channel's name is the login's secret state. */
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

/** 32 random bytes, as states and code verifiers want them. */
const randomBase64Url = () => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

/** A login exactly as a game without a server does it: with a challenge, ending at a page of ours. */
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
