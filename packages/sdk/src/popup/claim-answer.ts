import { decisionTtlMillis } from './answer.ts';

/** Requests that have expired are forgotten by this prefix. */
export const pendingPrefix = 'pid:login:';
const heldMillis = 2000;

/**
 * Returns true to one page of this origin: the page that started the request, or the window in which the player continues. A code that
 * both exchange would end the login.
 *
 * The lock decides between two pages at the same time. It is held for a moment, because a page of another process may read the mark of
 * localStorage late, and not longer, because a page that holds a lock cannot be kept for the back button.
 */
export function claimAnswer(state: string): Promise<boolean> {
  const name = `${pendingPrefix}taken:${state}`;
  const mark = (): boolean => {
    if (localStorage.getItem(name) !== null) return false;
    localStorage.setItem(name, JSON.stringify({ expiresAtMillis: Date.now() + 2 * decisionTtlMillis }));
    return true;
  };
  // Pages without https have no locks.
  if (!('locks' in navigator)) return Promise.resolve(mark());
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, async (lock) => {
        const isOurs = lock !== null && mark();
        resolve(isOurs);
        if (isOurs) await new Promise((done) => setTimeout(done, heldMillis));
      })
      .catch(reject);
  });
}
