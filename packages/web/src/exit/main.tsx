import type { Language } from '@pid/contract/languages';
import { render } from 'preact';
import { loadText, locale, startLocale } from '../kit/i18n/locale.ts';
import { watchSignals } from '../kit/platform/signal.ts';
import { deviceStorage } from '../kit/platform/storage.ts';
import { Frame } from './frame.tsx';
import { ExitPage } from './page.tsx';
import type { Text } from './text.en.ts';

const loadWords = (language: Language) => loadText<Text>(import.meta.glob('./text.*.ts'), language);

/** An older version stored RPC servers under this key, including servers from links. */
const FORMER_RPC_KEY = 'pid:exit:rpc';

async function start(): Promise<void> {
  // A copy of this page may be served without the header that forbids framing.
  if (window.top !== window.self) return;
  deviceStorage.remove(FORMER_RPC_KEY);
  const root = document.getElementById('app');
  if (!root) throw new Error('The page has no #app');
  await startLocale();
  const show = async () => {
    const text = await loadWords(locale.value);
    document.title = `${text.title} · PID`;
    render(
      <Frame>
        <ExitPage text={text} />
      </Frame>,
      root,
    );
  };
  await loadWords(locale.value);
  root.replaceChildren();
  watchSignals(() => void show());
  await show();
}

void start();
