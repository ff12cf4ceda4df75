import { findIdentityByPid } from '../identity/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import { ensureAccount } from './accounts.store.ts';

/**
 * Finds the ledger account of a holder. The mapping never changes, so this node caches it. Whether the
 * account is closed is checked under its lock.
 *
 * Inside a transaction, pass it. Otherwise the call takes a second connection, and as many requests as the pool has
 * connections would wait for each other.
 */
export interface AccountBook {
  ofIdentity(identityId: string, tx?: Tx): Promise<bigint>;
  /** Null for a pid that does not exist or is deleted. */
  ofPid(pid: string): Promise<bigint | null>;
  ofApp(clientId: string, tx?: Tx): Promise<bigint>;
  /** The account that keeps the money of an app's holds. */
  ofHold(clientId: string): Promise<bigint>;
}

const rememberedMax = 100_000;

export function openAccountBook({ db, clock }: Needs<'db' | 'clock'>): AccountBook {
  const remembered = new Map<string, bigint>();
  function remember(name: string, id: bigint): bigint {
    if (remembered.size >= rememberedMax) remembered.clear();
    remembered.set(name, id);
    return id;
  }
  async function ofHolder(kind: 'identity' | 'app' | 'hold', id: string, tx?: Tx): Promise<bigint> {
    const name = `${kind}:${id}`;
    const known = remembered.get(name);
    if (known !== undefined) return known;
    const account = await ensureAccount(tx ?? db, { kind, id }, clock.now());
    // A transaction that is rolled back takes a new account with it.
    return tx ? account : remember(name, account);
  }
  return {
    ofIdentity: (identityId, tx) => ofHolder('identity', identityId, tx),
    ofApp: (clientId, tx) => ofHolder('app', clientId, tx),
    ofHold: (clientId) => ofHolder('hold', clientId),
    async ofPid(pid) {
      const known = remembered.get(pid);
      if (known !== undefined) return known;
      const identity = await findIdentityByPid(db, pid);
      if (!identity || identity.status === 'deleted') return null;
      return remember(pid, await ofHolder('identity', identity.id));
    },
  };
}
