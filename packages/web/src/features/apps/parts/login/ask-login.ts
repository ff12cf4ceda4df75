import { ApiError } from '../../../../kit/api/api-error.ts';
import { api } from '../../../../kit/api/api.ts';
import { tryRefresh } from './try-refresh.ts';
import type { LoginAnswer, LoginRequest } from '../../../../kit/api/types.ts';

/** What a login request may carry; anything else in the address stays out of the body. */
const FIELDS = [
  'client_id',
  'redirect_uri',
  'state',
  'response_mode',
  'code_challenge',
  'code_challenge_method',
  'response_type',
  'scope',
  'nonce',
  'prompt',
  'max_age',
  'request',
  'request_uri',
  'login_ticket',
];

const PATH = '/v1/auth/authorize';

/** Who asks, and who is signed in; an access cookie that has run out is renewed once. */
export async function askLogin(query: URLSearchParams, signal: AbortSignal): Promise<LoginRequest> {
  const ask = () => api.get<LoginRequest>(`${PATH}?${query.toString()}`, { session: 'optional', signal });
  const login = await ask();
  if (login.pid !== null || login.redirectTo !== undefined) return login;
  return (await tryRefresh()) ? ask() : login;
}

export function decideLogin(query: URLSearchParams, decision: 'allow' | 'deny'): Promise<LoginAnswer> {
  const fields = FIELDS.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return api.post<LoginAnswer>(
    PATH,
    { ...Object.fromEntries(fields), decision },
    { session: decision === 'allow' ? 'optional' : 'none' },
  );
}

/** Standard OpenID Connect knows the redirect only. */
export function responseModeOf(query: URLSearchParams): 'web_message' | 'query' {
  return query.get('response_mode') === 'web_message' && !query.has('response_type')
    ? 'web_message'
    : 'query';
}

export function isSignInWanted(error: unknown): boolean {
  return error instanceof ApiError && error.statusCode === 401;
}
