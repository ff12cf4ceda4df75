import { Refusal } from '@pid/contract/client';
import type { Input } from '@pid/contract/client';
import { api } from '../api/api.ts';
import { inputFromQuery } from '../api/input-from-query.ts';
import { LOGIN_FIELDS } from './login-fields.ts';
import { tryRefresh } from '../session/session.ts';
import type { LoginAnswer, LoginRequest } from '../api/shapes.ts';

const fieldsOf = (query: URLSearchParams) => inputFromQuery<Input<'describeLogin'>>(query, LOGIN_FIELDS);

/** Reads the request and the signed-in player. Renews an expired access cookie once. */
export async function askLogin(query: URLSearchParams, signal: AbortSignal): Promise<LoginRequest> {
  const ask = () => api.call('describeLogin', fieldsOf(query), { session: 'optional', signal });
  const login = await ask();
  if (login.pid !== null || login.redirectTo !== undefined) return login;
  return (await tryRefresh()) ? ask() : login;
}

export function decideLogin(query: URLSearchParams, decision: 'allow' | 'deny'): Promise<LoginAnswer> {
  return api.call(
    'decideLogin',
    { ...fieldsOf(query), decision },
    { session: decision === 'allow' ? 'optional' : 'none' },
  );
}

/** Requests in standard OpenID Connect form always use the redirect. */
export function responseModeOf(query: URLSearchParams): 'web_message' | 'query' {
  return query.get('response_mode') === 'web_message' && !query.has('response_type')
    ? 'web_message'
    : 'query';
}

export function isSignInWanted(error: unknown): boolean {
  return error instanceof Refusal && error.status === 401;
}
