import type { LoginAnswer, ResponseMode } from '../shapes.ts';

export interface Delivery {
  readonly responseMode: ResponseMode;
  /** Of the server's answer, never of the address bar: it is who may read the code. */
  readonly origin: string;
  readonly state: string | null;
}

/** The two windows and the address bar, as far as an answer needs them. */
export interface DeliveryWindow {
  readonly opener: Pick<Window, 'closed' | 'postMessage'> | null;
  readonly location: Pick<Location, 'replace'>;
  close(): void;
}

export type Delivered = 'posted' | 'redirected';

/** The same answer in both forms. */
export interface Answer {
  readonly message: { readonly type: string; readonly [field: string]: string };
  readonly redirectTo: string;
}

/** A scheme of an app on this device: reversed host names have a dot, and none of the schemes that do something here has one. */
const APP_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;

/** The server has checked the address; a script address is refused here all the same. */
export function leaveForAddress({ location }: Pick<DeliveryWindow, 'location'>, address: string): void {
  const { protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:' && !APP_SCHEME.test(protocol))
    throw new Error('Refused to leave for an address that is not of the web');
  location.replace(address);
}

/**
 * Hands an answer to the game: to the window that opened this one, or, when there is none any more (a provider's COOP
 * severs it), by going to the game's address. Never both, because a code works once.
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
