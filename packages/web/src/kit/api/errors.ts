import { Refusal } from '@pid/contract/client';

/** There was no response: the request may or may not have been carried out. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly timedOut: boolean;

  constructor(timedOut: boolean, cause: unknown) {
    super(timedOut ? 'The server took too long to respond' : 'The server could not be reached', { cause });
    this.timedOut = timedOut;
  }
}

/**
 * Returns what a request needs first: a passkey's signature or a recent sign-in. Null for any other refusal.
 */
export function stepUpNeed(error: unknown): 'assertion' | 'recent' | null {
  if (!(error instanceof Refusal) || error.code !== 'step_up_required') return null;
  return error.context['need'] === 'assertion' ? 'assertion' : 'recent';
}

/** True if the request needs a recent sign-in. */
export function isFreshSignInWanted(error: unknown): boolean {
  return (error instanceof Refusal && error.code === 'sign_in_again') || stepUpNeed(error) === 'recent';
}
