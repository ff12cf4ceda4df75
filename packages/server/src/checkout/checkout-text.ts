import { chooseLanguage, type Language } from '@pid/contract/languages';
import { loadTexts } from '../platform/load-texts.ts';
import type { Text } from './checkout-text.en.ts';

const texts = await loadTexts<Text>(
  async (language) => (await import(`./checkout-text.${language}.ts`)).text,
);

export type CheckoutText = Text & { readonly language: Language };

/** Uses the language of the link, or the first supported one in Accept-Language. */
export function chooseText(asked: unknown, acceptLanguage: string | undefined): CheckoutText {
  const language = chooseLanguage(asked, (acceptLanguage ?? '').split(','));
  return { ...texts[language], language };
}
