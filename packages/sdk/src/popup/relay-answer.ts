import { hasFields, isAnswerTo, type Answer } from './answer.ts';

const channelName = 'pid:answer';
const receiptMillis = 700;

/**
 * Listens for an answer from the callback page, for the case that the window lost its opener. Returns a function that stops
 * listening.
 */
export function listenForRelayed(
  asked: Pick<Answer, 'type' | 'state'>,
  onAnswer: (answer: Answer) => void,
): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (!isAnswerTo(asked, data)) return;
    // A broadcast never leaves the origin, so it has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage({ type: 'pid:received', state: asked.state });
    onAnswer(data);
  });
  return () => channel.close();
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
