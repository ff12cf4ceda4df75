import { PidError } from '../pid-error.ts';
import type { Answer } from '../popup/answer.ts';
import { openWindow } from '../popup/open-window.ts';
import { forgetLogin, rememberLogin, takeResult } from './login-memory.ts';
import { randomText } from './pkce.ts';

/** Options of `requestPayment`. */
export interface RequestPaymentOptions {
  /** `popup` (the default) opens a window. `redirect` navigates this page to PID and back; call `resumePayment` then. */
  readonly mode?: 'popup' | 'redirect';
  /** Aborts the wait and closes the window. */
  readonly signal?: AbortSignal;
}

/**
 * Result of a payment, for display only. Players can forge it: before your server delivers anything, it must read the payment or its event
 * from PID.
 */
export interface PaymentResult {
  readonly paymentId: string;
  /** `closed`: the player closed the window, and no result arrived. The payment can still be open or already be paid. */
  readonly status: 'paid' | 'held' | 'declined' | 'expired' | 'closed';
}

/**
 * Opens the page of a payment (`payUrl`) and resolves when the player has confirmed or declined it. Call it in the click handler, before
 * any `await`, because browsers allow popups only there. If popups are blocked, it opens a tab. If tabs are blocked too, the current page
 * goes to PID and returns through your callback page (see `resumePayment`). Set the payment's `returnTo` to your page that calls
 * `handleCallback`.
 */
export async function requestPayment(
  payUrl: string,
  options: RequestPaymentOptions = {},
): Promise<PaymentResult> {
  const url = new URL(payUrl);
  const paymentId = url.pathname.split('/').at(-1) ?? '';
  const state = randomText(16);
  url.searchParams.set('state', state);
  const addressFor = (mode: 'web_message' | 'query'): string => {
    url.searchParams.set('response_mode', mode);
    return url.href;
  };
  const popup = options.mode === 'redirect' ? null : openWindow('pid-payment', addressFor('web_message'));
  rememberLogin(state, {
    mode: popup ? 'popup' : 'redirect',
    clientId: '',
    codeVerifier: '',
    returnTo: location.href,
  });
  if (!popup) {
    location.assign(addressFor('query'));
    return new Promise(() => {});
  }
  try {
    return resultOf(await popup.answer({ type: 'pid:payment', state }, url.origin, options.signal));
  } catch (error) {
    if (error instanceof PidError && error.code === 'closed') return { paymentId, status: 'closed' };
    throw error;
  } finally {
    forgetLogin(state);
  }
}

/** Returns the result of a payment by redirect, or null if there is none. Call it when your page loads. */
export function resumePayment(): PaymentResult | null {
  const left = takeResult('pid:payment');
  return left && resultOf(left.answer);
}

const statuses = ['paid', 'held', 'declined', 'expired'] as const;

function resultOf({ payment_id: paymentId, status }: Answer): PaymentResult {
  const known = statuses.find((one) => one === status);
  if (typeof paymentId !== 'string' || !known)
    throw new PidError('failed', 'The response of the payment page is invalid');
  return { paymentId, status: known };
}
