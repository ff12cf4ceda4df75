import { refuse } from '../platform/errors/index.ts';
import type { AllowanceDeps } from './allowance-deps.ts';
import { findAllowance, type AllowanceStatus } from './allowances.store.ts';
import { findOwn } from './approve-allowance.ts';
import { describeForPlayer } from './describe-allowance.ts';

export async function getAllowance(deps: AllowanceDeps, id: string, identityId: string) {
  return describeForPlayer(deps, await findOwn(deps, id, identityId));
}

/** For anyone who has the id, which cannot be guessed. */
export async function getAllowanceStatus(
  deps: Pick<AllowanceDeps, 'db' | 'timeZone'>,
  id: string,
): Promise<{ status: AllowanceStatus; origin: string | null }> {
  const allowance = await findAllowance(deps.db, deps.timeZone, id);
  if (!allowance) throw refuse('allowance_not_found');
  return { status: allowance.status, origin: allowance.returnOrigin };
}
