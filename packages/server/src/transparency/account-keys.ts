import { accountSalt, nameHash, uuidBytes } from '@pid/protocol/books';
import type { Queryable } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { SealedColumn } from '../platform/sealing/index.ts';
import { accountNames } from '../ledger/index.ts';
import { insertKeys, readKeys, type LostKey, type SealedKey } from './account-keys.store.ts';

export const accountKeyColumn: SealedColumn = {
  table: 'log_account_keys',
  nameColumn: 'account_id',
  column: 'sealed_key',
  isLarge: true,
};

/** What the log needs of an account: the key of its salts, and its name. */
export interface KeyedAccount {
  readonly key: Buffer;
  readonly name: string;
  readonly nameHash: Uint8Array;
}

const keyBytes = 32;

type KeyDeps = Needs<'sealer' | 'ids'> & { readonly db: Queryable };

export function postingSalt(key: Buffer, postingId: string): Uint8Array<ArrayBuffer> {
  return accountSalt(key, uuidBytes(postingId));
}

export function dailySalt(key: Buffer, date: string): Uint8Array<ArrayBuffer> {
  return accountSalt(key, Buffer.from(date));
}

/** Opens keys. A destroyed one is replaced by random bytes, so that nothing can be proven with it. */
export function openKeys({ sealer, ids }: KeyDeps, sealed: readonly SealedKey[]): Map<bigint, Buffer> {
  return new Map(
    sealed.map((row) => {
      const place = { table: accountKeyColumn.table, name: String(row.accountId) };
      const key =
        row.bytes.length === 0
          ? ids.bytes(keyBytes)
          : (sealer.open(place, row) ??
            impossible(`the key of account ${row.accountId} does not open with the master key`));
      return [row.accountId, key];
    }),
  );
}

/** Whether an entry was hashed with the key of its account that was lost with a master key. */
export function isOfLostKey(
  lost: Pick<LostKey, 'log' | 'size'> | undefined,
  log: number,
  index: number,
): boolean {
  return lost !== undefined && (lost.log > log || (lost.log === log && index < Number(lost.size)));
}

function sealKey({ sealer, ids }: KeyDeps, accountId: bigint): SealedKey {
  const place = { table: accountKeyColumn.table, name: String(accountId) };
  return { accountId, ...sealer.seal(place, ids.bytes(keyBytes)) };
}

/**
 * Returns the keys of accounts, and creates those that are missing. `db` must commit at once: a key that was
 * used must not be rolled back.
 */
export async function ensureKeys(deps: KeyDeps, accounts: readonly bigint[]): Promise<Map<bigint, Buffer>> {
  const known = openKeys(deps, await readKeys(deps.db, accounts));
  const missing = accounts.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  await insertKeys(
    deps.db,
    missing.map((id) => sealKey(deps, id)),
  );
  for (const [id, key] of openKeys(deps, await readKeys(deps.db, missing))) known.set(id, key);
  return known;
}

/** Keys and names of many accounts. */
async function keyedAccounts(deps: KeyDeps, accounts: readonly bigint[]): Promise<Map<bigint, KeyedAccount>> {
  const [keys, names] = [await ensureKeys(deps, accounts), await accountNames(deps.db, accounts)];
  return new Map(
    accounts.map((id) => {
      const name = names.get(id) ?? impossible(`account ${id} has no name`);
      return [id, { key: keys.get(id)!, name, nameHash: nameHash(name) }];
    }),
  );
}

const cachedMax = 50_000;

export interface AccountCache {
  accounts(ids: Iterable<bigint>): Promise<ReadonlyMap<bigint, KeyedAccount>>;
  /** Forgets all keys. */
  evict(): void;
}

/** Remembers the accounts of recent postings, so that an active one is opened once. */
export function cacheAccounts(deps: KeyDeps): AccountCache {
  let cached = new Map<bigint, KeyedAccount>();
  return {
    async accounts(ids) {
      if (cached.size > cachedMax) cached = new Map();
      // The caller goes on reading this map after an eviction.
      const known = cached;
      const missing = [...new Set(ids)].filter((id) => !known.has(id));
      if (missing.length > 0)
        for (const [id, account] of await keyedAccounts(deps, missing)) known.set(id, account);
      return known;
    },
    evict() {
      cached = new Map();
    },
  };
}
