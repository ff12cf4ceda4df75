import type { CommonText } from '../i18n/common.en.ts';

/** Reasons why a ceremony on the device failed. Nothing was sent to the server. */
type PasskeyProblem = 'cancelled' | 'already-here' | 'unsupported';

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly problem: PasskeyProblem;

  constructor(problem: PasskeyProblem, cause?: unknown) {
    super(`The passkey was not used: ${problem}`, { cause });
    this.problem = problem;
  }
}

/**
 * Browsers do not distinguish a refusal, a timeout and a missing passkey, so that sites cannot probe for
 * passkeys.
 */
export function toPasskeyError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'InvalidStateError') return new PasskeyError('already-here', error);
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    return new PasskeyError('cancelled', error);
  return error;
}

const TEXTS: Readonly<Record<PasskeyProblem, keyof CommonText['errors']>> = {
  cancelled: 'passkeyCancelled',
  'already-here': 'passkeyHere',
  unsupported: 'passkeyMissing',
};

/** Returns null for an error that does not come from a passkey. */
export function describePasskeyError(error: unknown, text: CommonText['errors']): string | null {
  return error instanceof PasskeyError ? text[TEXTS[error.problem]] : null;
}
