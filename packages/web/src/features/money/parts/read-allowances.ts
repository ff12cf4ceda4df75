import { api } from '../../../kit/api/api.ts';
import type { PlayerAllowance } from '../../../kit/api/shapes.ts';

const MOST = 100;

/** The active allowances of the player, of one app or of all. */
export async function readAllowances(
  signal: AbortSignal,
  clientId?: string,
): Promise<readonly PlayerAllowance[]> {
  const { items } = await api.call(
    'listAllowances',
    { status: 'active', limit: MOST, ...(clientId === undefined ? {} : { clientId }) },
    { signal },
  );
  return items;
}
