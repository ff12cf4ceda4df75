import { recordAudit } from '../audit/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';
import { keepCurrent } from '../platform/keep-current.ts';
import type { Needs } from '../platform/needs.ts';
import { insertFirstKey, listKeys, listUsableKeys, replaceActiveKey } from './keys.store.ts';
import { signingKey, type SigningKey } from './token-codec.ts';

/** The longest lifetime of any token that these keys sign: a bearer of an app. */
const longestTokenSeconds = 30 * 86_400;
const reloadMillis = 30_000;
const reloadAtMostEveryMillis = 250;

export interface KeyRing {
  active(): SigningKey;
  byId(kid: string): SigningKey | undefined;
  /** Called when the set of keys has changed: tokens must be verified again. */
  onChange(listener: () => void): void;
  close(): void;
}

type KeyRingDeps = Needs<'db' | 'sealer' | 'notifications' | 'clock' | 'ids' | 'log'>;

/** Keeps the keys in memory. A notification, a timer and an unknown key id reload them. */
export async function openKeyRing(deps: KeyRingDeps): Promise<KeyRing> {
  let keys = new Map<string, SigningKey>();
  let active: SigningKey | undefined;
  let lastReloadMillis = 0;
  const listeners: (() => void)[] = [];

  async function read(): Promise<void> {
    lastReloadMillis = deps.clock.nowMillis();
    const since = new Date(lastReloadMillis - longestTokenSeconds * 1000);
    const rows = await listUsableKeys(deps.db, deps.sealer, since);
    const before = [...keys.keys()].toSorted().join();
    const current = new Map<string, SigningKey>();
    for (const { kid, secret } of rows) {
      // A key that was written into the table without the master key is ignored. It must not keep this node
      // from learning of a revocation.
      if (secret) current.set(kid, keys.get(kid) ?? signingKey(kid, secret));
      else deps.log.error({ kid }, 'signing key ignored: the master key does not open it');
    }
    keys = current;
    if (before !== [...keys.keys()].toSorted().join()) for (const listener of listeners) listener();
    const activeRow = rows.find(({ isActive, secret }) => isActive && secret);
    active = activeRow ? keys.get(activeRow.kid) : undefined;
  }

  await insertFirstKey(deps.db, deps.sealer, {
    kid: deps.ids.token(9),
    secret: deps.ids.bytes(32),
    now: deps.clock.now(),
  });
  const kept = await keepCurrent(
    deps,
    { topic: 'keys', name: 'signing keys', everyMillis: reloadMillis },
    read,
  );
  return {
    active: () => active ?? impossible('no active signing key'),
    byId(kid) {
      const key = keys.get(kid);
      // Another node may have rotated the key just before. The limit keeps a flood of invented ids from
      // becoming a flood of queries.
      if (!key && deps.clock.nowMillis() - lastReloadMillis > reloadAtMostEveryMillis) void kept.refresh();
      return key;
    },
    onChange: (listener) => void listeners.push(listener),
    close: kept.close,
  };
}

/** `revoke` is for a leaked key: signed-in players must refresh, and apps' bearers signed with it end. */
export async function rotateSigningKey(
  deps: Pick<KeyRingDeps, 'db' | 'sealer' | 'clock' | 'ids'>,
  {
    revoke,
    actor,
    reason = null,
  }: { readonly revoke: boolean; readonly actor: string; readonly reason?: string | null },
): Promise<string> {
  const kid = deps.ids.token(9);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await replaceActiveKey(tx, deps.sealer, { kid, secret: deps.ids.bytes(32), revoke, now });
    const action = revoke ? 'keys.revoked' : 'keys.rotated';
    const details = reason === null ? {} : { reason };
    await recordAudit(tx, { at: now, identityId: null, actor, action, target: kid, details, origin: null });
  });
  return kid;
}

export interface ListedKey {
  readonly kid: string;
  readonly state: 'signs' | 'verifies' | 'revoked' | 'over';
  readonly createdAt: Date;
  /** When tokens signed with the key stop being valid; null while the key signs. */
  readonly until: Date | null;
}

/** Lists all keys, newest first. */
export async function listSigningKeys(db: Queryable, now: Date): Promise<ListedKey[]> {
  return (await listKeys(db)).map(({ kid, createdAt, retiredAt, revokedAt }) => {
    const lastToken = retiredAt && new Date(retiredAt.getTime() + longestTokenSeconds * 1000);
    const until = revokedAt ?? lastToken;
    const state = revokedAt ? 'revoked' : !until ? 'signs' : until > now ? 'verifies' : 'over';
    return { kid, state, createdAt, until };
  });
}
