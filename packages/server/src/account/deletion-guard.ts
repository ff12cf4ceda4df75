import type { Chain } from '../chain/index.ts';
import type { DeletionGuard } from '../identity/index.ts';
import { listOpenOperations } from '../relay/index.ts';
import { listAssets } from './list-assets.ts';

const chainSeconds = 5;

/** Money must not be left behind where nobody can reach it, nor be on its way when its owner goes. */
export function accountDeletionGuard(chain: Chain): DeletionGuard {
  return async (db, identity) => {
    const open = await listOpenOperations(db, identity.id);
    if (open.length > 0) return 'A wallet operation is under way: wait until it is final';
    const assets = await withinSeconds(listAssets(chain, identity.pid), chainSeconds);
    if (!assets)
      return 'The chain cannot be read, so that nobody knows whether the smart account is empty: try again';
    const held = assets.filter(({ amount }) => amount !== '0');
    return held.length === 0
      ? null
      : `The smart account still holds ${held.map(({ asset, amount }) => `${amount} base units of ${asset}`).join(', ')}: withdraw it first`;
  };
}

/** The guard may run inside a transaction, which must not wait for a chain that does not answer. */
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
