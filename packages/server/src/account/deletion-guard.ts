import { givenUpDigest, type HeldAsset } from '@pid/protocol';
import type { Chain } from '../chain/index.ts';
import type { DeletionCheck, DeletionGuard } from '../identity/index.ts';
import { listOpenOperations } from '../relay/index.ts';
import type { AccountDeps } from './account-deps.ts';
import { listHoldings } from './list-assets.ts';
import { getActivation } from './get-account.ts';

const chainSeconds = 5;
const namedMax = 5;
/** SOL can always leave, but whoever sends dust again and again must not keep an identity alive. More than this is withdrawn. */
const abandonLamportsMax = 5_000_000n;

/** Money must not be on its way when its owner goes. */
export const accountDeletionGuard: DeletionGuard = async (db, identity) => {
  const open = await listOpenOperations(db, identity.id);
  return open.length > 0 ? { reason: 'operation_under_way' } : null;
};

/**
 * Nor be left behind where nobody can reach it, but for what its owner gives up in so many words: tokens, which may be frozen,
 * spam or dust, and a little SOL. What is given up is named with its amounts, so that what came later is not.
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
 * What holds even an administrator: a wallet that was never activated has no owner on the chain, and once the identity is gone nobody
 * can become one. What activation would take is no loss worth that.
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
