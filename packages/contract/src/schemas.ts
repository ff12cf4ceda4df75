import { Type, type Static, type TSchema, type TSchemaOptions } from 'typebox';

/** The keyword by which a schema states its rule in words: `handle` + ` must be 3-20 characters …`. */
export const ruleKeyword = 'x-rule';

/** Unpadded base64url (RFC 4648, section 5) with no stray bits at its end: bytes have one spelling. Empty text is no bytes. */
export const base64UrlPattern =
  '^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$';

/** Schemas that OpenAPI 3.0.3 can express too: it knows neither `const` nor `type: null`. */

export function literals<const Values extends readonly string[]>(
  values: Values,
  options: TSchemaOptions = {},
) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });
}

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, nullable: true });
}

/** A string by pattern, with the rule in words that a client is told when it is broken. */
export function text(pattern: string, rule: string, options: TSchemaOptions = {}) {
  return Type.String({ pattern, [ruleKeyword]: rule, ...options });
}

/** A building block with the meaning that it has in one place. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description };
}

/** An object whose fields are not ours to list. */
export const openObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
});

export const pid = text('^[a-z0-9_]{3,20}@pid$', 'must be of the form handle@pid', {
  description: 'The permanent name of a player: handle@pid.',
});
export const dateTime = Type.String({ format: 'date-time' });
/** The commonest fields, each by its meaning alone. */
export const words = (description: string) => Type.String({ description });
export const flag = (description: string) => Type.Boolean({ description });
export const integer = (description: string) => Type.Integer({ description });
export const instant = (description: string) => described(dateTime, description);
/** Rupiah in answers: a JSON integer, never a fraction. */
export const rupiah = (description: string) => Type.Integer({ description });
export const uuid = text('^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', 'must be a UUID');
export const okReply = Type.Object(
  { ok: Type.Boolean({ description: 'Always true: what is refused answers with another status.' }) },
  { title: 'Ok' },
);

export const apiError = Type.Object(
  {
    statusCode: Type.Integer(),
    message: Type.Unsafe<string | string[]>({
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    }),
  },
  { title: 'ApiError' },
);

export const nextCursor = nullable(
  Type.String({ description: 'What `cursor` takes to read on; null when nothing follows.' }),
);

/** `{items, nextCursor}`, the shape of every list that the seed does not shape itself. */
export function page<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item), nextCursor });
}

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'How many at most, 1-100.' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 512, description: '`nextCursor` of the page before; absent for the first.' }),
  ),
};

/** The one spelling of every whole number from 0 to `most`: shorter ones, and those that part from it at a smaller digit. */
function decimalUpTo(most: string): string {
  const parting = Array.from(most).flatMap((digit, index) => {
    const lowest = index === 0 ? 1 : 0;
    return Number(digit) > lowest
      ? [`${most.slice(0, index)}[${lowest}-${Number(digit) - 1}][0-9]{${most.length - index - 1}}`]
      : [];
  });
  return `^(0|[1-9][0-9]{0,${most.length - 2}}|${[...parting, most].join('|')})$`;
}

/** Decimal string of an unsigned 64-bit integer, as every chain amount is written. */
export const u64String = text(
  decimalUpTo('18446744073709551615'),
  'must be a decimal string of an unsigned 64-bit integer',
);
/** Rupiah are JSON integers from 1 to 10^15. */
export const rupiahAmount = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000_000_000,
  [ruleKeyword]: 'must be an integer from 1 to 1000000000000000',
});
/** Unpadded base64url, as WebAuthn fields are written; each value has one spelling. */
export const base64url = text(base64UrlPattern, 'must be unpadded base64url', {
  minLength: 1,
  maxLength: 16_384,
});
/** Until the end of the year 9999, so that every moment can be written as a date. */
export const unixSeconds = (options: TSchemaOptions = {}) =>
  Type.Integer({ minimum: 0, maximum: 253_402_300_799, ...options });
