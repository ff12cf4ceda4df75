import { secretsEqual, sha256 } from '../platform/hash.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import { findApp, type App } from './apps.store.ts';

export interface PresentedClient {
  readonly clientId: string;
  /** Null if the client sends its id without a secret. */
  readonly secret: string | null;
  readonly method: 'basic' | 'body';
}

/**
 * Reads the client's id and secret from HTTP Basic or from fields of the body (RFC 6749, 2.3.1), never from
 * both. Returns null if they are unreadable.
 */
export function readClient(
  authorization: string | undefined,
  fields: { client_id?: unknown; client_secret?: unknown },
): PresentedClient | null {
  const { client_id: clientId, client_secret: secret } = fields;
  if (authorization !== undefined) {
    const basic = readBasic(authorization);
    if (!basic || secret !== undefined || (clientId !== undefined && clientId !== basic.clientId))
      return null;
    return basic;
  }
  if (typeof clientId !== 'string' || (secret !== undefined && typeof secret !== 'string')) return null;
  return { clientId, secret: secret ?? null, method: 'body' };
}

function readBasic(authorization: string): PresentedClient | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1];
  const text = encoded ? Buffer.from(encoded, 'base64').toString('utf8') : '';
  const split = text.indexOf(':');
  if (split < 1) return null;
  try {
    // Each half is form-encoded (RFC 6749, 2.3.1).
    const [clientId, secret] = [text.slice(0, split), text.slice(split + 1)].map((half) =>
      decodeURIComponent(half.replaceAll('+', ' ')),
    );
    return { clientId: clientId!, secret: secret!, method: 'basic' };
  } catch {
    return null;
  }
}

/**
 * Returns the app with this secret, or null. `secretEpoch` is the epoch of the presented secret: tokens
 * issued with the previous secret end together with it.
 */
export async function authenticateClient(
  deps: { db: Queryable; clock: Clock },
  clientId: string,
  secret: string | null,
): Promise<App | null> {
  if (secret === null) return null;
  const app = await findApp(deps.db, clientId);
  const secretEpoch = app && secretEpochOf(app, sha256(secret), deps.clock.now());
  return app && secretEpoch !== null ? { ...app, secretEpoch } : null;
}

/** Returns the epoch of the app's secret with this hash, or null if the app has no such secret. */
export function secretEpochOf(app: App, hash: Buffer, now: Date): number | null {
  if (secretsEqual(app.secretHash, hash)) return app.secretEpoch;
  const { previousSecretHash: before, previousSecretUntil: until } = app;
  return before && until && secretsEqual(before, hash) && until > now ? app.secretEpoch - 1 : null;
}
