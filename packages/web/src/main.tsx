import { render } from 'preact';
import { App } from './app.tsx';
import { startLocale } from './i18n/locale.ts';
import { systemClock } from './platform/clock.ts';
import { tabStorage } from './platform/storage.ts';
import { startRouter } from './router/router.ts';
import { takeDeed } from './step-up/kept-deed.ts';

/** Back from a fresh sign-in: what it was asked for is said again. */
async function tellKeptDeed(): Promise<void> {
  const page = `${location.pathname}${location.search}`;
  const call = takeDeed({ storage: tabStorage, clock: systemClock }, page);
  if (call) await (await import('./step-up/tell-deed.ts')).tellDeed(call);
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
