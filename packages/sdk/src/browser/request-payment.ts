import { PidError } from '../pid-error.ts';
import type { Answer } from '../popup/answer.ts';
import { openWindow } from '../popup/open-window.ts';
import { forgetLogin, rememberLogin, takeResult } from './login-memory.ts';
import { randomText } from './pkce.ts';

export interface RequestPaymentOptions {
  /** `popup` leaves your page where it is; `redirect` leaves it and comes back, to `resumePayment`. */
  readonly mode?: 'popup' | 'redirect';
  readonly signal?: AbortSignal;
}

/** What the player did, for your page. Your server asks PID itself before it gives anything: a page can be made to say anything. */
export interface PaymentResult {
  readonly paymentId: string;
  /** `closed`: the window was closed without an answer; the payment may still be open, or even paid. */
  readonly status: 'paid' | 'held' | 'declined' | 'expired' | 'closed';
}

/**
 * Opens the page of a payment that your server has created (`payUrl`), and waits for what the player does. Call it in the click's own
 * handler, before any `await`: browsers open windows only there. Where the window is blocked all the same, the whole page goes to PID and
 * comes back by your callback page (see `resumePayment`). The payment's `returnTo` is a page of yours that calls `handleCallback`.
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

/** The result of a payment that took the whole page along; null when there was none. Call it when your page loads. */
export function resumePayment(): PaymentResult | null {
  const left = takeResult('pid:payment');
  return left && resultOf(left.answer);
}

const statuses = ['paid', 'held', 'declined', 'expired'] as const;

function resultOf({ payment_id: paymentId, status }: Answer): PaymentResult {
  const known = statuses.find((one) => one === status);
  if (typeof paymentId !== 'string' || !known) throw new PidError('failed', 'The answer makes no sense');
  return { paymentId, status: known };
}
