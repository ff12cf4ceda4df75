import { givenUpDigest, type HeldAsset } from '@pid/protocol';
import type { Chain } from '../chain/index.ts';
import type { DeletionCheck, DeletionGuard } from '../identity/index.ts';
import { listOpenOperations } from '../relay/index.ts';
import type { AccountDeps } from './account-deps.ts';
import { listHoldings } from './list-assets.ts';
import { getActivation } from './get-account.ts';

const chainSeconds = 5;
const namedMax = 5;
/** More SOL must be withdrawn. Less can be given up, because repeated small transfers from others could block a deletion. */
const abandonLamportsMax = 5_000_000n;

/** Refuses a deletion while a relayed operation is in progress. */
export const accountDeletionGuard: DeletionGuard = async (db, identity) => {
  const open = await listOpenOperations(db, identity.id);
  return open.length > 0 ? { reason: 'operation_under_way' } : null;
};

/**
 * Refuses a deletion that would leave money in the vault, where it would be lost. The owner may give up tokens, which may be frozen,
 * spam or dust, and a little SOL. The digest `abandon` covers each asset and its amount, so money that arrives later is not given up.
 */
export function vaultDeletionCheck(chain: Chain): DeletionCheck {
  return async (identity, { abandon }) => {
    const held = await withinSeconds(listHoldings(chain, identity.pid), chainSeconds);
    if (!held) return { reason: 'vault_unreadable' };
    if (held.length === 0) return null;
    const lamports = BigInt(held.find(({ asset }) => asset === 'SOL')?.amount ?? 0);
    if (lamports > abandonLamportsMax || abandon === null)
      return { reason: 'vault_not_empty', ...describe(held) };
    return abandon === givenUpDigest(held) ? null : { reason: 'vault_changed', ...describe(held) };
  };
}

function describe(held: readonly HeldAsset[]) {
  const named = held.slice(0, namedMax).map(({ asset, amount }) => `${amount} ${asset}`);
  return { holds: named.join(', '), more: held.length - named.length };
}

/**
 * Also applies to administrators: a wallet that was never activated has no owner on the chain and can get none after the deletion.
 * A balance that activation would use up does not prevent the deletion.
 */
export function unactivatedVaultGuard(deps: AccountDeps): DeletionGuard {
  return async (_db, identity) => {
    const seen = await withinSeconds(getActivation(deps, identity.pid), chainSeconds);
    if (!seen) return { reason: 'wallet_unreadable' };
    const { status, balanceLamports, requiredLamports } = seen.view;
    if (status === 'activated' || balanceLamports <= requiredLamports) return null;
    return { reason: 'never_activated', lamports: String(balanceLamports) };
  };
}

async function withinSeconds<T>(work: Promise<T>, seconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), seconds * 1000);
  });
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
