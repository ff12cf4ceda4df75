import { chooseLanguage, type Language } from '@pid/contract/languages';
import { text as en, type Text } from './callback-text.en.ts';
import { text as id } from './callback-text.id.ts';

const texts: Readonly<Record<Language, Text>> = { en, id };

const column =
  'box-sizing:border-box;min-height:100dvh;max-width:24rem;margin:auto;padding:1.5rem;display:flex;flex-direction:column;justify-content:center;gap:.75rem;text-align:center;font:1rem/1.5 system-ui,sans-serif;text-wrap:balance';
const button =
  'margin-top:.75rem;padding:.75rem 1.25rem;border-radius:.625rem;background:#0b6b4e;color:#fff;font-weight:600;text-decoration:none';

/**
 * Shows a sentence for the player in the language of your callback page (`<html lang>`) or of the browser. Styles are set one by one,
 * because a content security policy may forbid style sheets. With `onContinue`, the link calls it instead of opening the game.
 */
export function showPage(which: Exclude<keyof Text, 'back' | 'onward'>, onContinue?: () => void): void {
  const root = document.documentElement;
  const language = chooseLanguage(null, [root.lang, ...navigator.languages]);
  const { title, body } = texts[language][which];
  root.lang = language;
  root.style.colorScheme = 'light dark';
  document.title = title;
  if (!document.querySelector('meta[name=viewport]'))
    document.head.append(make('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }));
  const main = make('main');
  main.style.cssText = column;
  const heading = make('h1', { textContent: title });
  heading.style.cssText = 'margin:0;font-size:1.5rem;line-height:1.25';
  const sentence = make('p', { textContent: body });
  sentence.style.margin = '0';
  main.append(heading, sentence);
  if (which !== 'done') {
    const { back, onward } = texts[language];
    const link = make('a', { href: '/', textContent: onContinue ? onward : back });
    link.style.cssText = button;
    link.addEventListener('click', (event) => {
      if (!onContinue) return;
      event.preventDefault();
      onContinue();
    });
    main.append(link);
  }
  document.body.replaceChildren(main);
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  fields: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), fields);
}
