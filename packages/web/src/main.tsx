import { render } from 'preact';
import { App } from './app.tsx';
import { startLocale } from './i18n/locale.ts';
import { startRouter } from './router/router.ts';

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) throw new Error('The shell has no #app');
  await startLocale();
  await startRouter();
  root.replaceChildren();
  render(<App />, root);
}

void start();
