import { ChainUnavailableError, GenesisMismatchError } from '../platform/chain/client/index.ts';
import { refuse } from '../platform/errors/index.ts';

/** The program is missing on the chain, or set up for another service. The sentence is for the operator. */
export class DeploymentError extends Error {
  override readonly name = 'DeploymentError';
}

/** Failures of the chain become a 503 that may be tried again; everything else stays what it is. */
export async function orChainError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DeploymentError) throw refuse('program_not_ready').because(error);
    if (error instanceof ChainUnavailableError || error instanceof GenesisMismatchError)
      throw refuse('chain_unavailable').because(error);
    throw error;
  }
}
