import { useEffect, useState } from 'preact/hooks';
import type { Delivered, Delivery, DeliveryWindow } from './deliver-answer.ts';

/**
 * A browser may refuse to close a window that a script did not open. A window that is still open after this
 * time stays open.
 */
const CLOSING_MILLISECONDS = 500;

export type DeliveryState = 'none' | 'under-way' | 'still-open';

/** Delivers the result, and reports if the window stays open. */
export function useDelivery<Answer>(
  send: (window: DeliveryWindow, answer: Answer, delivery: Delivery) => Delivered,
): {
  state: DeliveryState;
  deliver: (answer: Answer, delivery: Delivery) => void;
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
