import { render } from 'preact';
import { App } from './app.tsx';
import { connectApi } from '../kit/api/api.ts';
import { leaveForSignIn, signedInHint } from '../kit/session/session.ts';
import { startLocale } from '../kit/i18n/locale.ts';
import { systemClock, sleep } from '../kit/platform/clock.ts';
import { tabStorage } from '../kit/platform/storage.ts';
import { startRouter } from './router/router.ts';
import { keepRequest, takeRequest } from '../features/security/parts/step-up/kept-request.ts';

const keptIn = { storage: tabStorage, clock: systemClock };
const currentPage = () => `${location.pathname}${location.search}`;

connectApi({
  onSignedOut: leaveForSignIn,
  // Loaded on use: most visits need no confirmation.
  confirm: async (request) =>
    (await import('../features/security/parts/step-up/ask-step-up.tsx')).askStepUp(request),
  onFreshSignInWanted: (request) => keepRequest(keptIn, request, currentPage()),
});

/** After a recent sign-in, shows the request that needed it. */
async function remindOfKept(): Promise<void> {
  const request = takeRequest(keptIn, currentPage());
  if (request) await (await import('../features/security/parts/step-up/remind.ts')).remind(request);
}

/**
 * Waits until the page is usable. The service worker then shows our page to a player who returns without a
 * connection.
 */
const WORKER_AFTER_MILLISECONDS = 5_000;

async function keepOfflinePage(): Promise<void> {
  await sleep(WORKER_AFTER_MILLISECONDS);
  // Private windows may refuse the worker; nothing depends on it.
  await navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
  // Loaded late, and only where the player can be asked or has agreed.
  const isPossible =
    signedInHint.value !== null && 'PushManager' in window && Notification.permission !== 'denied';
  if (isPossible) await (await import('../features/security/parts/push/offer-push.tsx')).startPush();
}

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) throw new Error('The shell has no #app');
  await startLocale();
  await startRouter();
  root.replaceChildren();
  render(<App />, root);
  keepOfflinePage().catch(() => undefined);
  await remindOfKept();
}

void start();
