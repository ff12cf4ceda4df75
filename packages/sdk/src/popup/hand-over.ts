import { answerTtlMillis, type Answer } from './answer.ts';
import { showPage } from './callback-page.ts';
import { claimAnswer } from './claim-answer.ts';
import { relayAnswer } from './relay-answer.ts';

/**
 * Passes the answer to the page that started the request, and closes this window. This window never becomes a second copy of the game by
 * itself: if no page takes the answer, it shows a link with which the player continues here. Only one of the two gets the answer.
 */
export async function handOver(answer: Answer, continueHere: () => void): Promise<void> {
  if (!(await relayAnswer(answer))) {
    let claimed: Promise<boolean> | undefined;
    showPage('notTaken', () => {
      // A second click must not lose to the first.
      claimed ??= claimAnswer(answer.state);
      void claimed.then((isOurs) => (isOurs ? continueHere() : closeWindow()));
    });
    if (!(await offer(answer))) return;
  }
  closeWindow();
}

/** Closes this window, and says that the player can close it if the browser does not. */
export function closeWindow(): void {
  showPage('done');
  window.close();
}

/** The page that started the request may be suspended in the background, so it gets further chances to take the answer. */
async function offer(answer: Answer): Promise<boolean> {
  const endsAtMillis = Date.now() + answerTtlMillis;
  while (Date.now() < endsAtMillis) if (await relayAnswer(answer)) return true;
  return false;
}
