export type SignInFailure =
  /** The user pressed Deny. */
  | 'access_denied'
  /** The user closed the window. */
  | 'closed'
  /** Nothing came back within ten minutes. */
  | 'timeout'
  /** The `signal` was aborted. */
  | 'aborted'
  /** Another sign-in was started meanwhile. */
  | 'superseded'
  /** An answer to a sign-in that this browser did not start, or started too long ago. */
  | 'unknown_state'
  /** Anything else that the service may answer. */
  | 'failed';

export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly code: SignInFailure;

  constructor(code: SignInFailure, message: string = code) {
    super(message);
    this.code = code;
  }
}
