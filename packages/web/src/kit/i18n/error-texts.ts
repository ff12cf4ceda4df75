import type { Language } from '@pid/contract/languages';
import { signal } from '../platform/signal.ts';
import { loadText, locale } from './locale.ts';
import type { ErrorTexts } from './errors.en.ts';

const loaded = signal<{ readonly locale: Language; readonly text: ErrorTexts } | null>(null);

/** Loaded with the first refusal, before it is shown, because most visits have none. */
export async function loadErrorTexts(): Promise<void> {
  const wanted = locale.value;
  if (loaded.value?.locale === wanted) return;
  try {
    loaded.value = {
      locale: wanted,
      text: await loadText<ErrorTexts>(import.meta.glob('./errors.*.ts'), wanted),
    };
  } catch {
    // Without a connection a refusal gets the general sentence of its status.
  }
}

/** Reading this in a component subscribes it to language changes. */
export function errorTexts(): ErrorTexts | null {
  if (loaded.value && loaded.value.locale !== locale.value) void loadErrorTexts();
  return loaded.value?.text ?? null;
}
