import { ChainUnavailableError, GenesisMismatchError } from '../platform/chain/client/index.ts';
import { refuse } from '../platform/errors/index.ts';

/**
 * The program is missing on the chain or is configured for another service. The message is for the operator.
 */
export class DeploymentError extends Error {
  override readonly name = 'DeploymentError';
}

/** Turns failures of the chain into a 503 that can be retried; rethrows other errors unchanged. */
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
