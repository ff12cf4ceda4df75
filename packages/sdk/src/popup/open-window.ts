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

/**
 * Null where the browser opens no window. Call it in the click's own handler, before any `await`: browsers open windows only there.
 * Opening another one under the same name ends the wait for this one.
 */
export function openWindow(name: string, address = 'about:blank'): PidWindow | null {
  running.get(name)?.abort(new PidError('superseded', 'Started again meanwhile'));
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 3));
  const popup = window.open(address, name, `popup,width=${width},height=${height},left=${left},top=${top}`);
  if (!popup || popup.closed) return null;
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
