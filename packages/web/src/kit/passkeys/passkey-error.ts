/** Why a ceremony on the device came to nothing; nothing was sent to the server. */
export type PasskeyProblem = 'cancelled' | 'already-here' | 'unsupported';

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly problem: PasskeyProblem;

  constructor(problem: PasskeyProblem, cause?: unknown) {
    super(`The passkey was not used: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Browsers tell a refusal, a time-out and a missing passkey apart by nothing, so that sites cannot probe. */
export function toPasskeyError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'InvalidStateError') return new PasskeyError('already-here', error);
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    return new PasskeyError('cancelled', error);
  return error;
}
