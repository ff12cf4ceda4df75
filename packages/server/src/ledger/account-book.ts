import { findIdentityByPid } from '../identity/index.ts';
import type { Needs } from '../platform/needs.ts';
import { ensureAccount } from './accounts.store.ts';

/**
 * Finds the ledger account of a holder. The mapping never changes, so this node caches it. Whether the
 * account is closed is checked under its lock.
 */
export interface AccountBook {
  ofIdentity(identityId: string): Promise<bigint>;
  /** Null for a pid that does not exist or is deleted. */
  ofPid(pid: string): Promise<bigint | null>;
  ofApp(clientId: string): Promise<bigint>;
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
  async function ofHolder(kind: 'identity' | 'app' | 'hold', id: string): Promise<bigint> {
    const name = `${kind}:${id}`;
    return remembered.get(name) ?? remember(name, await ensureAccount(db, { kind, id }, clock.now()));
  }
  return {
    ofIdentity: (identityId) => ofHolder('identity', identityId),
    ofApp: (clientId) => ofHolder('app', clientId),
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
