/** Bodies as text, because the interesting ones are those that `JSON.stringify` never writes. */

export interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minimum?: number;
  minItems?: number;
}

export type Samples = Readonly<Record<string, unknown>>;

const place = '@@here@@';
const deep = `${'['.repeat(500)}${']'.repeat(500)}`;

/** What is written in the place of each field. */
export const rawTexts: Readonly<Record<string, string>> = {
  infinity: '1e400',
  'minus infinity': '-1e400',
  'next to nothing': '1e-400',
  'minus zero': '-0',
  'a huge integer': '1e300',
  'an integer beyond a double': '9007199254740993',
  'half a character': String.raw`"\ud800"`,
  'the other half': String.raw`"x\udfff"`,
  NUL: String.raw`"a\u0000b"`,
  'a long text': `"${'x'.repeat(20_000)}"`,
  'a text outside ASCII': '"/日本"',
  'one letter': '"A"',
  'a day that is none': '"2026-02-30T00:00:00.000Z"',
  'deep nesting': deep,
  'many entries': `[${Array(3000).fill('{}').join(',')}]`,
  null: 'null',
};

/** A body that fits its schema as far as `samples` know its fields by name. */
export function sampleBody(schema: Schema, schemas: Record<string, Schema>, samples: Samples): unknown {
  const fill = (node: Schema, name: string): unknown => {
    if (node.$ref) return fill(schemas[node.$ref.split('/').at(-1)!]!, name);
    if (name in samples && !node.properties) return samples[name];
    if (node.enum) return node.enum[0];
    const [first] = node.anyOf ?? node.oneOf ?? [];
    if (first) return fill(first, name);
    if (node.type === 'array') return [fill(node.items ?? {}, name)];
    if (node.type === 'integer') return Math.max(1, node.minimum ?? 1);
    if (node.type === 'boolean') return true;
    if (node.type === 'string') return 'sample';
    return Object.fromEntries(
      Object.entries(node.properties ?? {}).map(([field, property]) => [field, fill(property, field)]),
    );
  };
  return fill(schema, '');
}

/** The same body once for each of its fields, at every depth, with a hole in that field's place. */
function* withHoles(
  value: unknown,
  seen: Set<string>,
): Generator<{ field: string; body: unknown; was: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const around = (inner: unknown) =>
      Array.isArray(value)
        ? value.map((entry, index) => (index === Number(name) ? inner : (entry as unknown)))
        : { ...value, [name]: inner };
    yield { field: name, body: around(place), was: part };
    // What many operations share, such as an assertion, is looked into where it is met first.
    const shape = JSON.stringify(Object.keys(part ?? {}));
    const isShared = typeof part === 'object' && !Array.isArray(part) && seen.has(shape);
    seen.add(shape);
    if (isShared) continue;
    for (const inside of withHoles(part, seen)) yield { ...inside, body: around(inside.body) };
  }
}

/** Every field with every raw text, and with its name written twice. */
export function* rawBodies(body: unknown, seen: Set<string>): Generator<{ what: string; text: string }> {
  for (const { field, body: holed, was } of withHoles(body, seen)) {
    const text = JSON.stringify(holed);
    for (const [what, raw] of Object.entries(rawTexts))
      yield { what: `${field}: ${what}`, text: text.replace(`"${place}"`, raw) };
    if (Number.isNaN(Number(field)))
      yield {
        what: `${field}: twice`,
        text: text.replace(`"${place}"`, `null,${JSON.stringify(field)}:${JSON.stringify(was)}`),
      };
  }
}

const cursor = (...parts: string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const nobody = '00000000-0000-4000-8000-000000000000';

/** What stands in a path or a query, already encoded. */
export const rawWords: readonly string[] = [
  '%00',
  'a%00b',
  '%2F%E6%97%A5',
  '%ED%A0%80',
  '%',
  '1e400',
  '-1',
  '99999999999999999999',
  '0000-01-01',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  'x'.repeat(3000),
  cursor('2026-02-30T00:00:00.000Z', nobody),
  cursor('0000-01-01T00:00:00.000Z', nobody),
  cursor('999999999999999999'),
  `${cursor('1')}=`,
  nobody,
];
