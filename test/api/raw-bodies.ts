/** Bodies as text, because `JSON.stringify` cannot produce these cases. */

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

/** Replacement texts for a field, by the type of the field. */
const rawTexts = {
  number: ['1e400', '-1e400', '1e-400', '-0', '1e300', '9007199254740993'],
  string: [
    String.raw`"\ud800"`,
    String.raw`"x\udfff"`,
    String.raw`"a\u0000b"`,
    `"${'x'.repeat(20_000)}"`,
    '"/日本"',
    '"A"',
    '"2026-02-30T00:00:00.000Z"',
  ],
  object: [`[${Array(3000).fill('{}').join(',')}]`, deep],
} as const;

/**
 * All texts of the field's type and one of each other type: a number in place of a string is refused before
 * its value matters. Checks that run before the fields, such as the nesting depth, are tested only with the
 * first field.
 */
function textsFor(was: unknown, isFirst: boolean): readonly string[] {
  const isText = typeof was === 'string';
  // A numeric string may also be parsed as a number.
  const isNumber = typeof was === 'number' || (isText && /^\d+$/.test(was));
  return [
    ...rawTexts.number.slice(0, isNumber ? undefined : 1),
    ...rawTexts.string.slice(0, isText ? undefined : 1),
    ...((!isText && !isNumber) || isFirst ? rawTexts.object : []),
    'null',
  ];
}

/** A body that matches its schema, with values from `samples` by field name. */
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

/** Yields the body once for each field, at every depth, with a placeholder in that field. */
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
    if (part === undefined) continue;
    yield { field: name, body: around(place), was: part };
    // Objects that many operations share, such as an assertion, are expanded only the first time.
    const shape = JSON.stringify(Object.keys(part ?? {}));
    const isShared = typeof part === 'object' && !Array.isArray(part) && seen.has(shape);
    seen.add(shape);
    if (isShared) continue;
    for (const inside of withHoles(part, seen)) yield { ...inside, body: around(inside.body) };
  }
}

/** Replaces every field with raw texts, and repeats every field name. */
export function* rawBodies(body: unknown, seen: Set<string>): Generator<string> {
  let isFirst = true;
  for (const { field, body: holed, was } of withHoles(body, seen)) {
    const text = JSON.stringify(holed);
    for (const raw of textsFor(was, isFirst)) yield text.replace(`"${place}"`, raw);
    isFirst = false;
    if (Number.isNaN(Number(field)))
      yield text.replace(`"${place}"`, `null,${JSON.stringify(field)}:${JSON.stringify(was)}`);
  }
}

const cursor = (...parts: string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const nobody = '00000000-0000-4000-8000-000000000000';

const texts = ['%00', 'a%00b', '%2F%E6%97%A5', '%ED%A0%80', '%', '1e400', '-1', 'x'.repeat(3000), nobody];
const inQueries = ['99999999999999999999', '0000-01-01', '2026-02-30', '9999-12-31T23:59:59.999Z'];
const cursors = [
  cursor('2026-02-30T00:00:00.000Z', nobody),
  cursor('0000-01-01T00:00:00.000Z', nobody),
  cursor('999999999999999999'),
  `${cursor('1')}=`,
];

/** Values for a path or query parameter, already encoded, including cursors. */
export function rawWords(parameter: { name: string; in: string }): readonly string[] {
  if (parameter.in === 'path') return texts;
  return [...texts, ...(parameter.name === 'cursor' ? cursors : inQueries)];
}
