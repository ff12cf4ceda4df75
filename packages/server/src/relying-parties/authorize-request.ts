import type { Input, RedirectError } from '@pid/contract';
import type { Queryable } from '../platform/db/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { findApp, type App } from './apps.store.ts';
import type { Protocol } from './codes.store.ts';
import {
  isPrivateScheme,
  matchAppAddress,
  matchPrivateAddress,
  whyRefused,
  withAnswer,
  type ReturnAddress,
} from './origin-rules.ts';

/** Scopes that a standard client can request. `balance` covers the balance and the statement, `age` the age band. */
export const standardScopes = ['openid', 'profile', 'balance', 'age'] as const;

export type AuthorizeFields = Input<'describeLogin'>;

export interface AuthorizeRequest {
  readonly fields: AuthorizeFields;
  readonly protocol: Protocol;
  readonly app: App;
  /** True only if the app is verified and the response is certain to go to that app. */
  readonly showsBadge: boolean;
  readonly returnAddress: ReturnAddress;
  readonly responseMode: 'web_message' | 'query';
  readonly state: string | undefined;
  readonly codeChallenge: string | null;
  readonly scope: string | null;
  readonly nonce: string | null;
  readonly prompts: readonly string[];
  readonly maxAgeSeconds: number | null;
  /** Protocol error that standard clients receive at their redirect address (RFC 6749, 4.1.2.1). */
  readonly protocolError: RedirectError | null;
}

/**
 * Reads a login request. Throws for an unknown app or an address that does not belong to the app: only the
 * player sees this error, and the browser is never redirected to that address.
 */
export async function readAuthorizeRequest(
  db: Queryable,
  fields: AuthorizeFields,
): Promise<AuthorizeRequest> {
  const app = await findApp(db, fields.client_id);
  if (!app) throw invalid('client_id must be that of a registered app');
  // PID's own login uses neither. A client that requests `openid` and omits `response_type` is a standard
  // client and gets the standard error.
  const isStandard = fields.response_type !== undefined || grantedScope(fields.scope).startsWith('openid');
  const returnAddress =
    matchAppAddress(fields.redirect_uri, app) ??
    // An app on a phone cannot keep a secret, and another app can register the same scheme. Only the standard
    // login with a challenge may use it.
    (isStandard && !app.requireSecret ? matchPrivateAddress(fields.redirect_uri, app) : null);
  if (!returnAddress) throw invalid(whyRefused(fields.redirect_uri, { app, isStandard }));
  if (!isStandard) assertOwnFlow(fields);
  const scope = loginScope(fields.scope, app);
  if (scope === null && !isStandard) throw refuse('invalid_scope');
  return {
    fields,
    protocol: isStandard ? 'oidc' : 'pid',
    app,
    showsBadge: app.verified && returnAddress.isWeb,
    returnAddress,
    responseMode: !isStandard && fields.response_mode === 'web_message' ? 'web_message' : 'query',
    state: fields.state,
    codeChallenge: fields.code_challenge ?? null,
    scope: isStandard || asksForLess(fields.scope) ? (scope ?? '') : null,
    nonce: isStandard ? (fields.nonce ?? null) : null,
    prompts: isStandard ? (fields.prompt ?? '').split(' ').filter((prompt) => prompt !== '') : [],
    maxAgeSeconds: isStandard && fields.max_age !== undefined ? Number(fields.max_age) : null,
    protocolError: isStandard
      ? (standardError(fields, returnAddress) ?? (scope === null ? 'invalid_scope' : null))
      : null,
  };
}

function assertOwnFlow(fields: AuthorizeFields): void {
  const broken: string[] = [];
  if (!['web_message', 'query', undefined].includes(fields.response_mode))
    broken.push('response_mode must be one of web_message, query');
  broken.push(...challengeProblems(fields));
  if (broken.length > 0) throw invalid(...broken);
}

/**
 * A plain challenge protects nothing. If only one of the two fields is present, an attacker may have removed
 * the other.
 */
function challengeProblems({
  code_challenge: challenge,
  code_challenge_method: method,
}: AuthorizeFields): string[] {
  const problems: string[] = [];
  if (challenge !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(challenge))
    problems.push('code_challenge must be the unpadded base64url of a SHA-256');
  if (challenge === undefined ? method !== undefined : method !== 'S256')
    problems.push('code_challenge_method must be S256, and come with a code_challenge');
  return problems;
}

function standardError(fields: AuthorizeFields, { href }: ReturnAddress): RedirectError | null {
  if (fields.request !== undefined) return 'request_not_supported';
  if (fields.request_uri !== undefined) return 'request_uri_not_supported';
  if (fields.response_type === undefined) return 'invalid_request';
  if (fields.response_type !== 'code') return 'unsupported_response_type';
  if (fields.response_mode !== undefined && fields.response_mode !== 'query') return 'invalid_request';
  if (fields.prompt !== undefined && /(^| )none( |$)/.test(fields.prompt) && fields.prompt !== 'none')
    return 'invalid_request';
  if (isPrivateScheme(href) && fields.code_challenge === undefined) return 'invalid_request';
  return challengeProblems(fields).length > 0 ? 'invalid_request' : null;
}

/** Unknown scopes are ignored (RFC 6749, 3.3). The token response lists the granted scopes. */
export function grantedScope(asked: string | undefined): string {
  const names = asked?.split(' ') ?? [];
  // `read` is the old name for all scopes together.
  const all = names.includes('read') ? [...names, 'profile', 'balance'] : names;
  return standardScopes.filter((scope) => all.includes(scope)).join(' ');
}

/**
 * Returns the scopes that a login grants. Returns null if the app asks for `payments` although its owner removed it, or for nothing else: a
 * token without a scope would fail later, with a worse reason (RFC 6749, 4.1.2.1). Only machine tokens have `payments`.
 */
export function loginScope(asked: string | undefined, app: Pick<App, 'scopes'>): string | null {
  const granted = grantedScope(asked);
  const asksToCharge = asked?.split(' ').includes('payments') === true;
  return asksToCharge && (granted === '' || !app.scopes.includes('payments')) ? null : granted;
}

/** PID's own login reads everything, unless the app asks for less. An empty scope shares only the pid. */
function asksForLess(asked: string | undefined): boolean {
  return asked !== undefined && !asked.split(' ').includes('read');
}

/** Scopes shown on the consent screen. PID's own login gets everything that a bearer can read, unless it asks for less. */
export function scopesOf({ scope }: Pick<AuthorizeRequest, 'scope'>): string[] {
  return (scope ?? 'read').split(' ').filter((part) => part !== '');
}

/** Returns the app's address with a code or an error. Standard clients also get the issuer (RFC 9207). */
export function answerTo(
  request: AuthorizeRequest,
  issuer: string,
  outcome: { code: string } | { error: RedirectError },
): string {
  const isStandard = request.protocol === 'oidc';
  return withAnswer(request.returnAddress.href, {
    ...('error' in outcome ? { error: outcome.error } : { [isStandard ? 'code' : 'pid_code']: outcome.code }),
    state: request.state,
    ...(isStandard ? { iss: issuer } : {}),
  });
}
