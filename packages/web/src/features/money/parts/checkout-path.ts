import type { TopUp } from './shapes.ts';
import { locale } from '../../../kit/i18n/locale.ts';

/** The checkout page is the server's own and is told the language that these pages are read in. */
export function checkoutPath({ checkoutUrl }: Pick<TopUp, 'checkoutUrl'>): string {
  const url = new URL(checkoutUrl);
  url.searchParams.set('lang', locale.value);
  return url.href;
}
