import { preparePkce } from './pkce.ts';

export { handleCallback, resumeSignIn } from './callback.ts';
export { PidError, type PidErrorCode } from '../pid-error.ts';
export type { SignInResult } from './login-answer.ts';
export { signInWithPid, type SignInOptions } from './sign-in.ts';

preparePkce();
