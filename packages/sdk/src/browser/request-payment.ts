import { PidError } from '../pid-error.ts';
import type { Answer } from '../popup/answer.ts';
import { askPage, readStatus, type AskOptions } from './ask-page.ts';
import { takeResult } from './login-memory.ts';

/** Options of `requestPayment`. */
export type RequestPaymentOptions = AskOptions<PaymentResult>;

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
  const paymentId = new URL(payUrl).pathname.split('/').at(-1) ?? '';
  return askPage(
    {
      type: 'pid:payment',
      windowName: 'pid-payment',
      address: payUrl,
      async readResult(asked, serviceOrigin) {
        const status = await readStatus(`${serviceOrigin}/v1/payments/${paymentId}/status`);
        if (status === undefined) return null;
        return {
          ...asked,
          payment_id: paymentId,
          status: statuses.find((one) => one === status) ?? 'declined',
        };
      },
      resultOf,
      closed: { paymentId, status: 'closed' },
    },
    options,
  );
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
