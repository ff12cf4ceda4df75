import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { sha256 } from '../../platform/hash.ts';
import { findApp, type App } from '../apps.store.ts';
import { authenticateClient, readClient } from '../client-credentials.ts';
import { OidcError } from './oidc-error.ts';

export type TokenFields = Readonly<Record<string, unknown>>;

/**
 * Identifies the client. If it sends a secret, the secret must be right; with `requireSecret` it must send
 * one. A client without a secret relies on its challenge.
 */
export async function requireClient(
  deps: { db: Queryable; clock: Clock },
  fields: TokenFields,
  authorization: string | undefined,
): Promise<{ app: App; secretHash: Buffer | null }> {
  const client = readClient(authorization, fields);
  const isAuthenticated = client !== null && client.secret !== null;
  const app =
    client &&
    (isAuthenticated
      ? await authenticateClient(deps, client.clientId, client.secret)
      : await findApp(deps.db, client.clientId));
  if (!app || (app.requireSecret && !isAuthenticated))
    throw invalidClient(authorization).withReason(isAuthenticated ? 'wrong_secret' : 'secret_missing');
  return { app, secretHash: client.secret === null ? null : sha256(client.secret) };
}

export function invalidClient(authorization: string | undefined): OidcError {
  return new OidcError(
    'invalid_client',
    401,
    'The client is unknown, or its secret is wrong or missing',
    authorization === undefined ? {} : { 'www-authenticate': 'Basic realm="PID"' },
  );
}

export function textOf(fields: TokenFields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
