import { hasFields, isAnswerTo, type Answer } from './answer.ts';
import { claimAnswer } from './claim-answer.ts';

const channelName = 'pid:answer';
const receiptMillis = 700;

/**
 * Listens for an answer from the callback page, for the case that the window lost its opener. Calls `onLost` instead if the player has
 * continued in that window. Returns a function that stops listening.
 */
export function listenForRelayed(
  asked: Pick<Answer, 'type' | 'state'>,
  onAnswer: (answer: Answer) => void,
  onLost?: () => void,
): () => void {
  const channel = new BroadcastChannel(channelName);
  let claimed: Promise<boolean> | undefined;
  let isOpen = true;
  const take = async (answer: Answer): Promise<void> => {
    // The callback page repeats its offer.
    claimed ??= claimAnswer(asked.state);
    const isOurs = await claimed;
    if (!isOpen) return;
    if (!isOurs) return onLost?.();
    // A broadcast never leaves the origin, so it has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage({ type: 'pid:received', state: asked.state });
    onAnswer(answer);
  };
  channel.addEventListener('message', ({ data }) => {
    if (isAnswerTo(asked, data)) void take(data);
  });
  return () => {
    isOpen = false;
    channel.close();
  };
}

/** Sends the answer from the callback page to the page that started the request. Returns true if that page received it. */
export function relayAnswer(answer: Answer): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const finish = (isTaken: boolean): void => {
      clearTimeout(timer);
      channel.close();
      resolve(isTaken);
    };
    const timer = setTimeout(() => finish(false), receiptMillis);
    channel.addEventListener('message', ({ data }) => {
      if (hasFields(data) && data['type'] === 'pid:received' && data['state'] === answer.state) finish(true);
    });
    // A broadcast never leaves the origin, so it has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(answer);
  });
}
