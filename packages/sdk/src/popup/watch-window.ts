import { hasFields, isFrom, type Answer } from './answer.ts';

const closedMillis = 1500;
const [askFirstMillis, askLastMillis, askGrowth] = [1000, 60_000, 1.5];
const pollMillis = 250;

/** A window that was opened for a request. */
export interface Watched {
  readonly popup: Window;
  readonly serviceOrigin: string;
  readonly state: string;
  /** Reads the result from the service. Returns null while there is none; undefined if the service has none to read. */
  readonly readResult: (() => Promise<Answer | null>) | undefined;
}

/**
 * Decides whether the player closed the window. `popup.closed` does not say it: a page with `Cross-Origin-Opener-Policy` makes it true
 * while the player still uses the window. PID's pages therefore post `pid:here` when they are shown, and `pid:away` before they leave for
 * a page that may be isolated. A window that is away is never taken for closed. Another one counts as closed after our page has had the
 * focus for 1.5 seconds. If our own page is isolated, the window seems closed before it can post anything. A window is therefore judged
 * only after it posted something or was seen open on another origin.
 */
export function watchWindow(
  { popup, serviceOrigin, state, readResult }: Watched,
  { onResult, onClosed }: { onResult: (answer: Answer) => void; onClosed: () => void },
): () => void {
  let place: 'unknown' | 'here' | 'away' = 'unknown';
  let closedFor = 0;
  let isAsking = false;
  let [askAtMillis, waitMillis] = [0, askFirstMillis];

  function onMessage(event: MessageEvent): void {
    const { data } = event;
    if (!isFrom({ popup, serviceOrigin }, event) || !hasFields(data) || data['state'] !== state) return;
    if (data['type'] === 'pid:here') place = 'here';
    if (data['type'] === 'pid:away') place = 'away';
  }
  const onFocus = (): void => void (askAtMillis = 0);

  async function ask(): Promise<void> {
    isAsking = true;
    try {
      const answer = await readResult?.();
      if (answer) onResult(answer);
    } catch {
      // The service cannot be reached, or knows no result yet.
    }
    isAsking = false;
    askAtMillis = Date.now() + waitMillis * (0.75 + Math.random() / 2);
    waitMillis = Math.min(waitMillis * askGrowth, askLastMillis);
  }

  async function check(): Promise<void> {
    if (isAsking) return;
    if (!popup.closed) {
      closedFor = 0;
      if (place === 'unknown' && hasLeftOrigin(popup)) place = 'here';
      return;
    }
    closedFor = place === 'here' && document.hasFocus() ? closedFor + pollMillis : 0;
    const isClosed = closedFor >= closedMillis;
    if (isClosed || Date.now() >= askAtMillis) await ask();
    // Without effect if the service had the result.
    if (isClosed) onClosed();
  }

  const poll = setInterval(() => void check(), pollMillis);
  addEventListener('message', onMessage);
  addEventListener('focus', onFocus);
  return () => {
    clearInterval(poll);
    removeEventListener('message', onMessage);
    removeEventListener('focus', onFocus);
  };
}

/** Also true for pages that post nothing: a refused request, or an error of the browser. */
function hasLeftOrigin(popup: Window): boolean {
  try {
    return popup.location.href === undefined;
  } catch {
    return true;
  }
}
