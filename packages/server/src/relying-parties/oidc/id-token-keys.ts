import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { Notifications } from '../../platform/db/index.ts';
import { impossible } from '../../platform/errors/index.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Needs } from '../../platform/needs.ts';
import { advanceKeys, insertKey, listPublishedKeys } from './oidc-keys.store.ts';

/**
 * OpenID Connect Core, 15.1 requires RS256 of every provider, and every standard client accepts it by
 * default.
 */
export const idTokenAlgorithm = 'RS256';
export const idTokenTtlSeconds = 3600;
const retiredStaySeconds = 2 * 86_400;
const reloadMillis = 30_000;

type KeyDeps = Needs<'db' | 'sealer' | 'clock' | 'ids'>;

export interface IdTokenKeys {
  active(): Promise<{ kid: string; key: KeyObject }>;
  /** The published key set (RFC 7517). */
  published(): Promise<{ keys: JsonWebKey[] }>;
  close(): void;
}

interface LoadedKeys {
  readonly active: { kid: string; key: KeyObject };
  readonly published: { keys: JsonWebKey[] };
}

/** Keys are created and read on first use: creating them takes longer than the rest of the start. */
export function openIdTokenKeys(deps: KeyDeps & { notifications: Notifications; log: Logger }): IdTokenKeys {
  let loaded: Promise<LoadedKeys> | null = null;

  function current(): Promise<LoadedKeys> {
    loaded ??= load(deps).catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  }

  const forget = () => {
    loaded = null;
  };
  deps.notifications.on('oidc-keys', forget);
  deps.notifications.onGap(forget);
  const timer = setInterval(forget, reloadMillis);
  timer.unref();
  return {
    active: async () => (await current()).active,
    published: async () => (await current()).published,
    close: () => clearInterval(timer),
  };
}

async function load(deps: KeyDeps): Promise<LoadedKeys> {
  const retiredSince = new Date(deps.clock.nowMillis() - retiredStaySeconds * 1000);
  let rows = await listPublishedKeys(deps.db, deps.sealer, retiredSince);
  const missing = (['active', 'next'] as const).filter((state) => !rows.some((row) => row.state === state));
  if (missing.length > 0) {
    for (const state of missing)
      await insertKey(deps.db, deps.sealer, {
        ...(await makeKey(deps.ids)),
        state,
        now: deps.clock.now(),
      });
    rows = await listPublishedKeys(deps.db, deps.sealer, retiredSince);
  }
  const keys = rows.flatMap(({ kid, state, privateKey }) =>
    // A key that was written into the table without the master key is neither published nor used.
    privateKey === null
      ? []
      : [{ kid, state, key: createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }) }],
  );
  return {
    active: keys.find(({ state }) => state === 'active') ?? impossible('no active id_token key'),
    published: {
      keys: keys.map(({ kid, key }) => ({
        ...createPublicKey(key).export({ format: 'jwk' }),
        kid,
        use: 'sig',
        alg: idTokenAlgorithm,
      })),
    },
  };
}

async function makeKey(ids: Ids): Promise<{ kid: string; privateKey: Buffer }> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { kid: ids.token(9), privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }) };
}

/**
 * Makes the published next key the active one and publishes a new next key. `revoke` is for a leak: it
 * withdraws all keys.
 */
export async function rotateIdTokenKey(deps: KeyDeps, revoke: boolean): Promise<void> {
  const [first, second] = [await makeKey(deps.ids), await makeKey(deps.ids)];
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await advanceKeys(tx, revoke, now);
    // `insertKey` keeps an existing key in the same state: after a rotation without `revoke` only the next
    // key is missing.
    await insertKey(tx, deps.sealer, { ...first, state: 'active', now });
    await insertKey(tx, deps.sealer, { ...second, state: 'next', now });
  });
}
