import type { TopUp } from '../../../kit/api/shapes.ts';
import { locale } from '../../../kit/i18n/locale.ts';

/** The server renders the checkout page; the parameter tells it the language of these pages. */
export function checkoutPath({ checkoutUrl }: Pick<TopUp, 'checkoutUrl'>): string {
  const url = new URL(checkoutUrl);
  url.searchParams.set('lang', locale.value);
  return url.href;
}
