import { Refusal } from '@pid/contract/client';

/** No answer came: the request may or may not have been carried out. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly timedOut: boolean;

  constructor(timedOut: boolean, cause: unknown) {
    super(timedOut ? 'The server took too long to answer' : 'The server could not be reached', { cause });
    this.timedOut = timedOut;
  }
}

/** What a request wants before it happens: a passkey's signature, or a sign-in of the last minutes. Null for any other refusal. */
export function stepUpNeed(error: unknown): 'assertion' | 'recent' | null {
  if (!(error instanceof Refusal) || error.code !== 'step_up_required') return null;
  return error.context['need'] === 'assertion' ? 'assertion' : 'recent';
}

/** Some requests want a sign-in of the last minutes, for which an old cookie is not enough. */
export function isFreshSignInWanted(error: unknown): boolean {
  return (error instanceof Refusal && error.code === 'sign_in_again') || stepUpNeed(error) === 'recent';
}
