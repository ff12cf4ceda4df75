import { languageCodes, languages } from '@pid/contract/languages';
import type { Language } from '@pid/contract/languages';
import { signal } from '../platform/signal.ts';
import { locale, switchLocale, useCommon } from '../i18n/locale.ts';
import { deviceStorage } from '../platform/storage.ts';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'pid:theme';

function storedTheme(): Theme {
  const stored = deviceStorage.get(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

const theme = signal<Theme>(storedTheme());

/** The boot script applies the stored choice before the first paint; this function changes it later. */
function setTheme(next: Theme): void {
  theme.value = next;
  if (next === 'system') {
    deviceStorage.remove(STORAGE_KEY);
    delete document.documentElement.dataset['theme'];
    return;
  }
  deviceStorage.set(STORAGE_KEY, next);
  document.documentElement.dataset['theme'] = next;
}

interface Choice<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: Language }[];
  readonly onChange: (value: Value) => void;
}

function Switch<Value extends string>({ label, value, options, onChange }: Choice<Value>) {
  return (
    <fieldset class="flex items-center rounded-full border border-line bg-surface p-1 text-xs font-semibold">
      <legend class="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          lang={option.lang}
          aria-pressed={option.value === value}
          class="switch rounded-full px-3 text-muted aria-pressed:bg-brand-soft aria-pressed:text-ink"
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

export function Preferences() {
  const common = useCommon();
  return (
    <div class="flex flex-wrap items-center gap-3">
      <Switch
        label={common.language}
        value={locale.value}
        options={languageCodes.map((value) => ({ value, label: languages[value].name, lang: value }))}
        onChange={(value) => void switchLocale(value)}
      />
      <Switch
        label={common.theme}
        value={theme.value}
        options={THEMES.map((value) => ({ value, label: common.themes[value] }))}
        onChange={setTheme}
      />
    </div>
  );
}
