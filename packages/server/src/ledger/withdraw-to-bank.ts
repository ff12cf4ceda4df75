import { refuse } from '../platform/errors/index.ts';

/** There are no withdrawals to banks. */
export async function withdrawToBank(): Promise<never> {
  throw refuse('withdrawals_disabled');
}
