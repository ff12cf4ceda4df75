import { render } from 'preact';
import { App } from './app.tsx';
import { connectApi } from '../kit/api/api.ts';
import { leaveForSignIn } from '../features/identity/parts/session/session.ts';
import { startLocale } from '../kit/i18n/locale.ts';
import { systemClock } from '../kit/platform/clock.ts';
import { tabStorage } from '../kit/platform/storage.ts';
import { startRouter } from './router/router.ts';
import { keepDeed, takeDeed } from '../features/security/parts/step-up/kept-deed.ts';

const currentPage = () => `${location.pathname}${location.search}`;

connectApi({
  onSignedOut: leaveForSignIn,
  // Loaded on use: most visits confirm nothing.
  confirm: async (call) =>
    (await import('../features/security/parts/step-up/ask-step-up.tsx')).askStepUp(call),
  onFreshSignInWanted: ({ method, path, body }) =>
    keepDeed({ storage: tabStorage, clock: systemClock }, { method, path, body }, currentPage()),
});

/** Back from a fresh sign-in: what it was asked for is said again. */
async function tellKeptDeed(): Promise<void> {
  const call = takeDeed({ storage: tabStorage, clock: systemClock }, currentPage());
  if (call) await (await import('../features/security/parts/step-up/tell-deed.ts')).tellDeed(call);
}

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) throw new Error('The shell has no #app');
  await startLocale();
  await startRouter();
  root.replaceChildren();
  render(<App />, root);
  await tellKeptDeed();
}

void start();
