import { ChainUnavailableError, GenesisMismatchError } from '../platform/chain/client/index.ts';
import { defineError } from '../platform/errors/index.ts';

export const chainUnavailable = defineError('chain_unavailable', 503, 'Chain unavailable, try again');
export const programNotReady = defineError(
  'program_not_ready',
  503,
  'The wallet program is not set up on this chain',
);

/** The program is missing on the chain, or set up for another service. The sentence is for the operator. */
export class DeploymentError extends Error {
  override readonly name = 'DeploymentError';
}

/** Failures of the chain become a 503 that may be tried again; everything else stays what it is. */
export async function orChainError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DeploymentError) throw programNotReady();
    if (error instanceof ChainUnavailableError || error instanceof GenesisMismatchError)
      throw chainUnavailable();
    throw error;
  }
}
