import type { Input } from '@pid/contract';
import type { Queryable } from '../platform/db/index.ts';
import { invalid } from '../platform/errors/index.ts';
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

/** What a standard client may ask for, by name. `balance` is the balance and the statement. */
export const standardScopes = ['openid', 'profile', 'balance'] as const;

export type AuthorizeFields = Input<'describeLogin'>;

export interface AuthorizeRequest {
  readonly fields: AuthorizeFields;
  readonly protocol: Protocol;
  readonly app: App;
  /** Only where the answer surely goes to the app that was verified. */
  readonly showsBadge: boolean;
  readonly returnAddress: ReturnAddress;
  readonly responseMode: 'web_message' | 'query';
  readonly state: string | undefined;
  readonly codeChallenge: string | null;
  readonly scope: string | null;
  readonly nonce: string | null;
  readonly prompts: readonly string[];
  readonly maxAgeSeconds: number | null;
  /** An error of the protocol that standard clients are told at their own address (RFC 6749, 4.1.2.1). */
  readonly protocolError: string | null;
}

/**
 * Reads a login request. An unknown app, or an address that is not the app's, is told to the user and nobody else: throwing
 * here is what keeps us from ever redirecting there.
 */
export async function readAuthorizeRequest(
  db: Queryable,
  fields: AuthorizeFields,
): Promise<AuthorizeRequest> {
  const app = await findApp(db, fields.client_id);
  if (!app) throw invalid('client_id must be that of a registered app');
  // Our own login has neither: who asks for openid and forgets the response_type is a standard client, and is told so as one.
  const isStandard = fields.response_type !== undefined || grantedScope(fields.scope).startsWith('openid');
  const returnAddress =
    matchAppAddress(fields.redirect_uri, app) ??
    // An app on a phone cannot keep a secret, and its scheme may be taken by another: only the standard login with a challenge goes there.
    (isStandard && !app.requireSecret ? matchPrivateAddress(fields.redirect_uri, app) : null);
  if (!returnAddress) throw invalid(whyRefused(fields.redirect_uri, { app, isStandard }));
  if (!isStandard) assertOwnFlow(fields);
  return {
    fields,
    protocol: isStandard ? 'oidc' : 'pid',
    app,
    showsBadge: app.verified && returnAddress.isWeb,
    returnAddress,
    responseMode: !isStandard && fields.response_mode === 'web_message' ? 'web_message' : 'query',
    state: fields.state,
    codeChallenge: fields.code_challenge ?? null,
    scope: isStandard ? grantedScope(fields.scope) : null,
    nonce: isStandard ? (fields.nonce ?? null) : null,
    prompts: isStandard ? (fields.prompt ?? '').split(' ').filter((prompt) => prompt !== '') : [],
    maxAgeSeconds: isStandard && fields.max_age !== undefined ? Number(fields.max_age) : null,
    protocolError: isStandard ? standardError(fields, returnAddress) : null,
  };
}

function assertOwnFlow(fields: AuthorizeFields): void {
  const broken: string[] = [];
  if (!['web_message', 'query', undefined].includes(fields.response_mode))
    broken.push('response_mode must be one of web_message, query');
  broken.push(...challengeProblems(fields));
  if (broken.length > 0) throw invalid(...broken);
}

/** Plain challenges protect nothing, and half of a pair means that somebody has taken the other half away. */
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

function standardError(fields: AuthorizeFields, { href }: ReturnAddress): string | null {
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

/** Scopes that we do not know are ignored (RFC 6749, 3.3); what is granted is told in the token's answer. */
export function grantedScope(asked: string | undefined): string {
  const names = asked?.split(' ') ?? [];
  // What the three were called together before each had a name of its own.
  const all = names.includes('read') ? [...names, 'profile', 'balance'] : names;
  return standardScopes.filter((scope) => all.includes(scope)).join(' ');
}

/** What the app will read, for the one who allows it: our own login has everything that a bearer can. */
export function scopesOf({ scope }: Pick<AuthorizeRequest, 'scope'>): string[] {
  return (scope ?? 'read').split(' ').filter((part) => part !== '');
}

/** The app's address with a code or an error. Standard clients also learn who answers (RFC 9207). */
export function answerTo(
  request: AuthorizeRequest,
  issuer: string,
  outcome: { code: string } | { error: string },
): string {
  const isStandard = request.protocol === 'oidc';
  return withAnswer(request.returnAddress.href, {
    ...('error' in outcome ? { error: outcome.error } : { [isStandard ? 'code' : 'pid_code']: outcome.code }),
    state: request.state,
    ...(isStandard ? { iss: issuer } : {}),
  });
}
