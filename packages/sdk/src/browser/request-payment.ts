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
   * Called if the player finishes after `requestPayment` has resolved with `closed`, for example in a window that lost its connection
   * before PID's page had loaded.
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
   * `closed`: the player closed the window on PID's page, and the payment has no result yet. It can still be paid; your server learns the
   * result from its events. A window that went on to a payment provider is not taken for closed: the call then waits for the result of
   * the payment, at most until the payment expires. Keep your button enabled; a second call replaces the first.
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
    // PID's page then says when it leaves for a page that may be isolated.
    if (mode === 'web_message') url.searchParams.set('tell_opener', '1');
    else url.searchParams.delete('tell_opener');
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
    const readResult = (): Promise<Answer | null> => readStatus(url.origin, paymentId, asked);
    const answer = popup.answer(asked, url.origin, { signal: options.signal, ttlMillis, readResult });
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

/** Reads the status from the service, in the words of PID's page. Returns null while the payment is open. */
async function readStatus(
  serviceOrigin: string,
  paymentId: string,
  asked: Pick<Answer, 'type' | 'state'>,
): Promise<Answer | null> {
  const address = `${serviceOrigin}/v1/payments/${paymentId}/status`;
  const response = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(10_000) });
  if (!response.ok) return null;
  const { status }: { status?: string } = await response.json();
  if (status === undefined || status === 'open') return null;
  return { ...asked, payment_id: paymentId, status: statuses.find((one) => one === status) ?? 'declined' };
}

function resultOf({ payment_id: paymentId, status }: Answer): PaymentResult {
  const known = statuses.find((one) => one === status);
  if (typeof paymentId !== 'string' || !known)
    throw new PidError('failed', 'The response of the payment page is invalid');
  return { paymentId, status: known };
}
