import { Type, type Static, type TSchema, type TSchemaOptions } from 'typebox';

/** Keyword with the rule of a schema in words: `handle` + ` must be 3-20 characters …`. */
export const ruleKeyword = 'x-rule';

/**
 * Unpadded base64url (RFC 4648, section 5) without stray bits at the end, so that a byte string has only one spelling. The empty
 * text is the empty byte string.
 */
export const base64UrlPattern =
  '^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$';

/** Schemas that OpenAPI 3.0.3 can express, which has neither `const` nor `type: null`. */

export function literals<const Values extends readonly string[]>(
  values: Values,
  options: TSchemaOptions = {},
) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });
}

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, nullable: true });
}

/** String with a pattern, and the rule that a validation error states. */
export function text(pattern: string, rule: string, options: TSchemaOptions = {}) {
  return Type.String({ pattern, [ruleKeyword]: rule, ...options });
}

export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description };
}

export const openObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
});

export const pid = text('^[a-z0-9_]{3,20}@pid$', 'must be of the form handle@pid', {
  description: 'Permanent name of a player, in the form handle@pid.',
});
export const dateTime = Type.String({ format: 'date-time' });
export const words = (description: string) => Type.String({ description });
export const flag = (description: string) => Type.Boolean({ description });
export const integer = (description: string) => Type.Integer({ description });
export const instant = (description: string) => described(dateTime, description);
export const rupiah = (description: string) => Type.Integer({ description });
export const uuid = text('^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', 'must be a UUID');
export const okReply = Type.Object(
  { ok: Type.Boolean({ description: 'Always true. Errors have another status code.' }) },
  { title: 'Ok' },
);

export const apiError = Type.Object(
  {
    statusCode: Type.Integer({ description: 'HTTP status code of the response.' }),
    message: Type.Unsafe<string | string[]>({
      description:
        'Error message in English. For validation errors, an array with one sentence per broken rule.',
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    }),
  },
  { title: 'ApiError' },
);

export const nextCursor = nullable(
  Type.String({ description: 'Pass it as `cursor` to get the next page; null on the last page.' }),
);

/** Shape of every list that the interface document does not define itself. */
export function page<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item), nextCursor });
}

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 50,
      description: 'Maximum number of items, 1-100. Default: 50.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 512,
      description: '`nextCursor` of the previous page. Leave it out for the first page.',
    }),
  ),
};

/**
 * Matches every integer from 0 to `most` without leading zeros: shorter numbers, and those with a smaller digit at the first
 * difference.
 */
function decimalUpTo(most: string): string {
  const parting = Array.from(most).flatMap((digit, index) => {
    const lowest = index === 0 ? 1 : 0;
    return Number(digit) > lowest
      ? [`${most.slice(0, index)}[${lowest}-${Number(digit) - 1}][0-9]{${most.length - index - 1}}`]
      : [];
  });
  return `^(0|[1-9][0-9]{0,${most.length - 2}}|${[...parting, most].join('|')})$`;
}

export const u64String = text(
  decimalUpTo('18446744073709551615'),
  'must be a decimal string of an unsigned 64-bit integer',
);
export const rupiahAmount = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000_000_000,
  [ruleKeyword]: 'must be an integer from 1 to 1000000000000000',
});
export const base64url = text(base64UrlPattern, 'must be unpadded base64url', {
  minLength: 1,
  maxLength: 16_384,
});
/** Up to the end of the year 9999, so that every value can be formatted as a date. */
export const unixSeconds = (options: TSchemaOptions = {}) =>
  Type.Integer({ minimum: 0, maximum: 253_402_300_799, ...options });
