import { Type } from 'typebox';

/** No line breaks, direction changes or invisible characters, because the payer reads this text before the confirmation. */
export const plainWords = String.raw`[^\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]`;

export const paymentAmount = (description: string) =>
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000_000,
    'x-rule': 'must be an integer from 1 to 1000000000000',
    description: `${description} Whole rupiah, 1 to 10^12.`,
  });
