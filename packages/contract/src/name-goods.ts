import { defaultLanguage, type Language } from './languages.ts';
import type { ItemNames } from './shapes/items.ts';

/** The name in a language, or else in the default language. */
export const nameItem = (names: ItemNames, language: Language): string =>
  names[language] ?? names[defaultLanguage];

export interface Goods {
  readonly names: ItemNames;
  readonly quantity: number;
}

/** What a payment is for: `3 × Golden sword`, or the description by the app if the payment names no item. */
export function nameGoods(
  { description, item }: { readonly description: string; readonly item?: Goods | null },
  language: Language,
): string {
  if (!item) return description;
  const name = nameItem(item.names, language);
  return item.quantity === 1 ? name : `${item.quantity} × ${name}`;
}
