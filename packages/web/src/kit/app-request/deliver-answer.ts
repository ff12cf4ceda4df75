import { useEffect, useState } from 'preact/hooks';
import type { LoginAnswer } from '../api/shapes.ts';

export interface Delivery {
  readonly responseMode: 'web_message' | 'query';
  /**
   * The origin that may read the code. Always take it from the server's response, never from the address bar.
   */
  readonly origin: string;
  readonly state: string | null;
}

/** The parts of the window and its opener that delivery needs. */
export interface DeliveryWindow {
  readonly opener: Pick<Window, 'closed' | 'postMessage'> | null;
  readonly location: Pick<Location, 'replace'>;
  close(): void;
}

export type Delivered = 'posted' | 'redirected';

/** The same result as a message and as a redirect. */
interface Answer {
  readonly message: { readonly type: string; readonly [field: string]: string };
  readonly redirectTo: string;
}

/**
 * The custom scheme of an app on this device. Reversed host names contain a dot; schemes with an effect in
 * browsers, such as `javascript:`, do not.
 */
const APP_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;

/** The server has checked the address, but script addresses are refused here too. */
export function leaveForAddress({ location }: Pick<DeliveryWindow, 'location'>, address: string): void {
  const { protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:' && !APP_SCHEME.test(protocol))
    throw new Error('Refused to leave for an address that is not of the web');
  location.replace(address);
}

/**
 * Delivers the result to the game: to the window that opened this one, or by a redirect if there is no opener
 * (a provider's COOP severs it). Never both, because a code works once.
 */
export function deliverMessage(
  window: DeliveryWindow,
  { message, redirectTo }: Answer,
  { responseMode, origin, state }: Delivery,
): Delivered {
  const { opener } = window;
  if (responseMode === 'web_message' && opener && !opener.closed) {
    opener.postMessage({ ...message, ...(state === null ? {} : { state }) }, origin);
    window.close();
    return 'posted';
  }
  leaveForAddress(window, redirectTo);
  return 'redirected';
}

export function deliverAnswer(window: DeliveryWindow, answer: LoginAnswer, delivery: Delivery): Delivered {
  const outcome = answer.pidCode === undefined ? { error: 'access_denied' } : { pid_code: answer.pidCode };
  return deliverMessage(
    window,
    { message: { type: 'pid:login', ...outcome }, redirectTo: answer.redirectTo },
    delivery,
  );
}

/**
 * A browser may refuse to close a window that a script did not open. A window that is still open after this
 * time stays open.
 */
const CLOSING_MILLISECONDS = 500;

type DeliveryState = 'none' | 'under-way' | 'still-open';

/** Delivers the result, and reports if the window stays open. */
export function useDelivery<T>(send: (window: DeliveryWindow, answer: T, delivery: Delivery) => Delivered): {
  state: DeliveryState;
  deliver: (answer: T, delivery: Delivery) => void;
} {
  const [state, setState] = useState<DeliveryState>('none');
  const [posted, setPosted] = useState(false);
  useEffect(() => {
    if (!posted) return undefined;
    const timer = setTimeout(() => setState('still-open'), CLOSING_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [posted]);
  return {
    state,
    deliver: (answer, delivery) => {
      setState('under-way');
      setPosted(send(window, answer, delivery) === 'posted');
    },
  };
}
