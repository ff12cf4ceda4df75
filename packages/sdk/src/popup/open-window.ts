import { PidError } from '../pid-error.ts';
import type { Answer } from './answer.ts';
import { awaitAnswer } from './await-answer.ts';

export interface PidWindow {
  /** For a window that was opened before its address was known. */
  goTo(address: string): void;
  /** What PID's page in it answers; `closed` is never believed alone. */
  answer(
    asked: Pick<Answer, 'type' | 'state'>,
    serviceOrigin: string,
    signal: AbortSignal | undefined,
  ): Promise<Answer>;
}

const [width, height] = [460, 700];
const running = new Map<string, AbortController>();

/** Null when the browser blocked it. Some blockers return a window that is closed. */
function open(address: string, name: string, features?: string): Window | null {
  const opened = window.open(address, name, features);
  return opened?.closed === false ? opened : null;
}

/**
 * Opens a popup, or a tab where popups are blocked. Null where the browser opens neither. Call it in the click's own handler, before any `await`: browsers open windows only there.
 * Opening another one under the same name ends the wait for this one.
 */
export function openWindow(name: string, address = 'about:blank'): PidWindow | null {
  running.get(name)?.abort(new PidError('superseded', 'Started again meanwhile'));
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 3));
  const popup =
    open(address, name, `popup,width=${width},height=${height},left=${left},top=${top}`) ??
    // Some browsers refuse popups and still open tabs.
    open(address, name);
  if (!popup) return null;
  const own = new AbortController();
  running.set(name, own);
  return {
    goTo: (later) => popup.location.replace(later),
    async answer(asked, serviceOrigin, signal) {
      try {
        const signals = signal ? [own.signal, signal] : [own.signal];
        return await awaitAnswer({ ...asked, popup, serviceOrigin, signals });
      } finally {
        if (running.get(name) === own) running.delete(name);
      }
    },
  };
}
