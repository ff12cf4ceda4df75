import { hasFields, isAnswerTo, type Answer } from './answer.ts';

const channelName = 'pid:answer';
const receiptMillis = 700;

/** The page that asked listens: an isolating page on the way may have cut the window off from it. Returns what ends it. */
export function listenForRelayed(
  asked: Pick<Answer, 'type' | 'state'>,
  onAnswer: (answer: Answer) => void,
): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (!isAnswerTo(asked, data)) return;
    // A broadcast stays on our own origin; it has no target to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage({ type: 'pid:received', state: asked.state });
    onAnswer(data);
  });
  return () => channel.close();
}

/** The page that PID comes back to hands the answer over. True when the page that asked is there and has taken it. */
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
    // A broadcast stays on our own origin; it has no target to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(answer);
  });
}
