import type { ItemNames } from '@pid/contract';
import { defaultLanguage } from '@pid/contract/languages';
import { locale } from '../../../kit/i18n/locale.ts';

/** The name in the language of the page, or else in the default language. */
export const nameOfItem = (names: ItemNames): string => names[locale.value] ?? names[defaultLanguage];

/** What a payment is for, in the language of the page: `3 × Golden sword`, or the app's description. */
export function goodsOf({
  description,
  item,
}: {
  readonly description: string;
  readonly item: { readonly names: ItemNames; readonly quantity: number } | null;
}): string {
  if (item === null) return description;
  const name = nameOfItem(item.names);
  return item.quantity === 1 ? name : `${item.quantity} × ${name}`;
}
