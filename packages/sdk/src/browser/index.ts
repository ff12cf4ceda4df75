import { preparePkce } from './pkce.ts';

export { handleCallback, resumeSignIn } from './callback.ts';
export type { SignInResult } from './login-answer.ts';
export { SignInError, type SignInFailure } from './sign-in-error.ts';
export { signInWithPid, type SignInOptions } from './sign-in.ts';

preparePkce();
