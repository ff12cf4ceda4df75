import { Type } from 'typebox';
import { defaultLanguage, languageCodes, languages, type Language } from '../languages.ts';
import { described, instant, integer, nullable, rupiah, text, words } from '../schemas.ts';
import { paymentAmount, plainWords } from './plain-words.ts';

export const sku = text(
  '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  'must be 1-64 letters, digits, dots, hyphens and underscores',
  {
    description:
      'The app’s own id of the item: 1-64 letters, digits, dots, hyphens and underscores, beginning with a letter or digit. Capitals count.',
  },
);

export const quantity = Type.Integer({
  minimum: 1,
  maximum: 99,
  'x-rule': 'must be an integer from 1 to 99',
  description: 'Number of items, 1-99. Default: 1.',
});

/** Shorter than a description, which also contains the quantity. */
const itemName = (language: Language) =>
  text(String.raw`^(?=.*\S)${plainWords}{1,120}$`, 'must be 1-120 characters without control characters', {
    description: `Name in the language “${languages[language].name}”, 1-120 characters. Players read it.`,
  });

export type ItemNames = Readonly<
  Record<typeof defaultLanguage, string> & Partial<Record<Exclude<Language, typeof defaultLanguage>, string>>
>;

/** One name per language of the pages; only the name in the default language is required. */
export const itemNames = Type.Unsafe<ItemNames>(
  Type.Object(
    Object.fromEntries(
      languageCodes.map((code) => [
        code,
        code === defaultLanguage ? itemName(code) : Type.Optional(itemName(code)),
      ]),
    ),
    {
      title: 'ItemNames',
      additionalProperties: false,
      description: `Names by language. A player whose language has no name reads \`${defaultLanguage}\`.`,
    },
  ),
);

export const itemPrice = paymentAmount('Price of one item, without fees.');

export const itemImage = nullable(
  text(
    String.raw`^https://[^\s"<>\\\u0000-\u001f\u007f]{1,490}$`,
    'must be an https address of at most 500 characters',
    { description: 'https URL of a square picture of the item; null for none.' },
  ),
);

const imageUrl = nullable(words('https URL of a picture of the item; null if it has none.'));

export const Item = Type.Object(
  { sku, names: itemNames, price: itemPrice, imageUrl, updatedAt: instant('Time of the last change.') },
  { title: 'Item' },
);

export const PaymentItem = Type.Object(
  {
    sku: described(sku, 'The app’s id of the item.'),
    quantity: integer('Number of items, 1-99.'),
    price: rupiah('Price of one item in rupiah, without fees.'),
    names: itemNames,
    imageUrl,
  },
  {
    title: 'PaymentItem',
    description: 'What the player buys, as the item was when the payment was created.',
  },
);
