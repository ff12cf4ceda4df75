import { language, words } from './words.ts';

export const element = (id: string) => document.getElementById(id)!;
export const button = (id: string) => element(id) as HTMLButtonElement;

export const rupiah = new Intl.NumberFormat('id-ID', {
  style: 'currency',
  currency: 'IDR',
  maximumFractionDigits: 0,
});

export async function load<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(
    path,
    body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
  );
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error((answer as { message: string }).message);
  return answer as T;
}

export function say(sentence: string): void {
  element('status').textContent = sentence;
}

/** The official button of PID, in the language of the page and for its background. */
export function showSignInButton(service: string): void {
  const address = (background: 'light' | 'dark') =>
    `${service}/buttons/1/sign-in-${language}-${background}.svg`;
  const place = element('sign-in');
  place.querySelector('source')!.srcset = address('dark');
  place.querySelector('img')!.src = address('light');
}

/** Fills in the texts of the page in the chosen language. */
export function showWords(): void {
  document.documentElement.lang = language;
  document.title = words.title;
  for (const place of document.querySelectorAll<HTMLElement>('[data-word]')) {
    const word = words[place.dataset['word'] as keyof typeof words];
    if (typeof word === 'string') place.textContent = word;
  }
  element('sign-in').querySelector('img')!.alt = words.signIn;
  element('language').lang = language === 'id' ? 'en' : 'id';
  element('board').setAttribute('aria-label', words.board);
}
