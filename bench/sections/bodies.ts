import { createValidator } from '../../packages/server/src/platform/http/validator.ts';
import { problemOf } from '../../packages/server/src/platform/http/plain-values.ts';
import { at, type SectionResult } from '../support/results.ts';
import { quick } from '../support/settings.ts';
import type { World } from '../support/world.ts';

export const title = 'Validating hostile bodies of 64 KiB';

const bytes = 64 * 1024;
const rounds = quick ? 3 : 50;

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/**
 * Fills every declared body with the values that cost most to validate, and parses and validates it as the
 * service does.
 */
export async function run(world: World, say: (line: string) => void): Promise<SectionResult> {
  const operations = await declaredBodies(world);
  say(`${operations.length} operations`);
  const worst = { millis: 0, operation: '', what: '' };
  const medians: number[] = [];
  for (const { operation, schema } of operations) {
    const judge = createValidator(schema, 'body');
    for (const [what, text] of Object.entries(hostileBodies(schema))) {
      const times = Array.from({ length: rounds }, () => timeOf(text, judge));
      const millis = at(Float64Array.from(times).toSorted(), 0.5);
      medians.push(millis);
      if (millis > worst.millis) Object.assign(worst, { millis, operation, what });
    }
  }
  return {
    tables: [
      {
        title: '',
        columns: ['', 'processor ms'],
        rows: [
          ['median of all', at(Float64Array.from(medians).toSorted(), 0.5).toFixed(2)],
          [`worst: ${worst.operation}, ${worst.what}`, worst.millis.toFixed(2)],
        ],
      },
    ],
    figures: [
      {
        name: 'validating any body of 64 KiB, worst',
        wanted: { atMost: 10 },
        reached: worst.millis,
        unit: ' ms',
      },
    ],
    notes: [
      `Covers parsing the JSON, checking texts, depth, sizes and schema, and writing the error messages. Medians of ${rounds} rounds for each of ${medians.length} bodies: arrays of empty objects in every field that takes an array, as many unknown fields as fit, one long text in every field, nesting, escapes.`,
    ],
  };
}

function timeOf(text: string, judge: (value: unknown) => string[]): number {
  // Processor time, because other work on the machine affects it less than wall-clock time.
  const before = process.cpuUsage();
  const value: unknown = JSON.parse(text);
  if (problemOf(value, text) === null) judge(value);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function declaredBodies(world: World): Promise<{ operation: string; schema: Schema }[]> {
  const database = await world.createDatabase('bodies');
  try {
    await database.migrate();
    const node = await database.startNode();
    try {
      const answer = await fetch(`http://localhost:${node.port}/v1/openapi.json`);
      return bodiesOf(await answer.json());
    } finally {
      await node.stop();
    }
  } finally {
    await database.drop();
  }
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { requestBody?: { content: Record<string, { schema: unknown }> } }>>
    >
  >;
}

function bodiesOf(document: unknown): { operation: string; schema: Schema }[] {
  const { paths, components } = document as Document;
  const inline = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inline);
    if (typeof node !== 'object' || node === null) return node;
    const reference = (node as { $ref?: string }).$ref;
    if (reference) return inline(components.schemas[reference.split('/').at(-1)!]);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value)]));
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      return schema
        ? [{ operation: `${method.toUpperCase()} ${path}`, schema: inline(schema) as Schema }]
        : [];
    }),
  );
}

function hostileBodies({ properties = {} }: Schema): Record<string, string> {
  const names = Object.keys(properties);
  const share = Math.floor((bytes - 100) / Math.max(1, names.length)) - 40;
  const each = (value: (length: number, schema: Schema) => string) =>
    `{${names.map((name) => `${JSON.stringify(name)}:${value(share, properties[name]!)}`).join(',')}}`;
  return {
    'empty objects in arrays': each(
      (length) =>
        `[${Array(Math.floor(length / 3))
          .fill('{}')
          .join(',')}]`,
    ),
    'long texts': each((length) => `"${'x'.repeat(length)}"`),
    escapes: each((length) => `"${String.raw`\u0041`.repeat(Math.floor(length / 6))}"`),
    'unknown fields': `{${Array.from({ length: 6500 }, (_, index) => `"f${index}":1`)
      .join(',')
      .slice(0, bytes - 10)
      .replace(/,[^,]*$/, '')}}`,
    nesting: `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
  };
}
