import { PidError } from '../pid-error.ts';
import { answerTtlMillis, type Answer } from './answer.ts';
import { awaitAnswer, type Awaited } from './await-answer.ts';

interface AnswerOptions extends Partial<Pick<Awaited, 'readResult'>> {
  readonly signal: AbortSignal | undefined;
  readonly ttlMillis?: number;
}

export interface PidWindow {
  /** Navigates a window that was opened before its address was known. */
  goTo(address: string): void;
  /** Resolves with the result of PID's page in this window. */
  answer(
    asked: Pick<Answer, 'type' | 'state'>,
    serviceOrigin: string,
    options: AnswerOptions,
  ): Promise<Answer>;
}

const [width, height] = [460, 700];
const running = new Map<string, AbortController>();

/** Returns null if the browser blocks the window. Some blockers return a closed window instead. */
function open(address: string, name: string, features?: string): Window | null {
  const opened = window.open(address, name, features);
  return opened?.closed === false ? opened : null;
}

/**
 * Opens a popup, or a tab if popups are blocked. Returns null if the browser blocks both. Call it in the click handler, before any
 * `await`, because browsers allow windows only there. A second window with the same name ends the wait for the first one.
 */
export function openWindow(name: string, address = 'about:blank'): PidWindow | null {
  running.get(name)?.abort(new PidError('superseded', 'The same request was started again'));
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 3));
  const popup =
    open(address, name, `popup,width=${width},height=${height},left=${left},top=${top}`) ??
    // Some browsers block popups but allow tabs.
    open(address, name);
  if (!popup) return null;
  const own = new AbortController();
  running.set(name, own);
  return {
    goTo: (later) => popup.location.replace(later),
    async answer(asked, serviceOrigin, { signal, readResult, ttlMillis = answerTtlMillis }) {
      try {
        const signals = signal ? [own.signal, signal] : [own.signal];
        return await awaitAnswer({ ...asked, popup, serviceOrigin, readResult, signals, ttlMillis });
      } finally {
        if (running.get(name) === own) running.delete(name);
      }
    },
  };
}
