import { signal } from '@preact/signals';
import { deviceStorage } from '../platform/storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'pid:theme';

function storedTheme(): Theme {
  const stored = deviceStorage.get(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export const theme = signal<Theme>(storedTheme());

/** The boot script applies the stored choice before the first paint; this function changes it later. */
export function setTheme(next: Theme): void {
  theme.value = next;
  if (next === 'system') {
    deviceStorage.remove(STORAGE_KEY);
    delete document.documentElement.dataset['theme'];
    return;
  }
  deviceStorage.set(STORAGE_KEY, next);
  document.documentElement.dataset['theme'] = next;
}
