import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Queryable } from '../platform/db/index.ts';
import { AppError } from '../platform/errors/index.ts';
import type { ClaimOnTheWay } from '../sign-in/index.ts';
import { authorizeFields, readAuthorizeRequest, type AuthorizeRequest } from './authorize-request.ts';
import { issueCode, type IssueDeps } from './issue-code.ts';

/** A newcomer who came from an app's login: claiming the handle is the consent too. */
export function claimOnTheWay(deps: IssueDeps): ClaimOnTheWay {
  return {
    async describe(db, returnTo) {
      const request = await requestOf(db, returnTo);
      if (!request) return null;
      const { name, logoUrl, verified } = request.app;
      return {
        name,
        logoUrl,
        verified,
        origin: request.returnAddress.origin,
        responseMode: request.responseMode,
      };
    },
    async allow(tx, identity, returnTo) {
      const request = await requestOf(tx, returnTo);
      return (
        request &&
        issueCode(
          deps,
          tx,
          request,
          { identityId: identity.id, pid: identity.pid, authenticatedAt: identity.authenticatedAt },
          null,
        )
      );
    },
  };
}

const fieldsSchema = Type.Object(authorizeFields);

/** The login request that the ticket came from. Null when it came from elsewhere, or the app is gone: then it is a plain claim. */
async function requestOf(db: Queryable, returnTo: string): Promise<AuthorizeRequest | null> {
  const { pathname, searchParams } = new URL(returnTo, 'https://base.invalid');
  const fields: unknown = Object.fromEntries(searchParams);
  if (
    pathname !== '/authorize' ||
    new Set(searchParams.keys()).size !== searchParams.size ||
    !Value.Check(fieldsSchema, fields)
  )
    return null;
  try {
    const request = await readAuthorizeRequest(db, fields);
    return request.protocolError === null ? request : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
