import { preparePkce } from './pkce.ts';

export { handleCallback, resumeSignIn } from './callback.ts';
export { PidError, type PidErrorCode } from '../pid-error.ts';
export type { SignInResult } from './login-answer.ts';
export {
  requestPayment,
  resumePayment,
  type PaymentResult,
  type RequestPaymentOptions,
} from './request-payment.ts';
export {
  requestAllowance,
  resumeAllowance,
  type AllowanceResult,
  type RequestAllowanceOptions,
} from './request-allowance.ts';
export { signInWithPid, type SignInOptions } from './sign-in.ts';

preparePkce();
