import { PidError } from '../pid-error.ts';
import type { Answer } from '../popup/answer.ts';
import { openWindow } from '../popup/open-window.ts';
import { listenForRelayed } from '../popup/relay-answer.ts';
import { forgetUnlessClosed, rememberLogin, takeResult } from './login-memory.ts';
import { randomText } from './pkce.ts';

/** Options of `requestPayment`. */
export interface RequestPaymentOptions {
  /** `popup` (the default) opens a window. `redirect` navigates this page to PID and back; call `resumePayment` then. */
  readonly mode?: 'popup' | 'redirect';
  /** Aborts the wait and closes the window. */
  readonly signal?: AbortSignal;
  /**
   * Called if the player finishes after `requestPayment` has resolved with `closed`. Some payment providers cut the connection to their
   * window, so that it looks closed while the player still tops up.
   */
  readonly onResultAfterClose?: (result: PaymentResult) => void;
}

/** A payment is open for at most one day, for example while the money of a top-up is on its way. */
const ttlMillis = 86_400_000;

/**
 * Result of a payment, for display only. Players can forge it: before your server delivers anything, it must read the payment or its event
 * from PID.
 */
export interface PaymentResult {
  readonly paymentId: string;
  /**
   * `closed`: the player closed the window, or it lost its connection, and no result arrived. The payment can still be open or already be
   * paid; your server learns the result from its events.
   */
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
  const mode = popup ? 'popup' : 'redirect';
  rememberLogin(state, { mode, clientId: '', codeVerifier: '', returnTo: location.href }, ttlMillis);
  if (!popup) {
    location.assign(addressFor('query'));
    return new Promise(() => {});
  }
  const asked = { type: 'pid:payment', state } as const;
  try {
    const answer = popup.answer(asked, url.origin, { signal: options.signal, ttlMillis });
    return resultOf(await forgetUnlessClosed(state, answer));
  } catch (error) {
    if (!(error instanceof PidError && error.code === 'closed')) throw error;
    // The callback page closes its window if this page still takes the result.
    const stop = listenForRelayed(asked, (answer) => {
      stop();
      options.onResultAfterClose?.(resultOf(answer));
    });
    return { paymentId, status: 'closed' };
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
