import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../support/searches.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
}
interface Operation {
  tags: string[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const service = await startTestService();
const { body: document } = await service.client().get('/v1/openapi.json');
const schemas: Record<string, Schema> = document.components.schemas;
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** Values that match the schema, values that nearly match, and values that do not match. */
function valueFor(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const junk = fc.oneof(
    fc.constant(null),
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant([]),
    fc.constant({}),
    fc.constant('\u0000'),
    fc.constant(2 ** 53),
    fc.constant(-1),
  );
  return depth > 4
    ? junk
    : fc.oneof({ weight: 4, arbitrary: fitting(schema, depth) }, { weight: 1, arbitrary: junk });
}

function fitting(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (schema.$ref) return valueFor(schemas[schema.$ref.split('/').at(-1)!]!, depth + 1);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.oneOf ?? schema.anyOf)
    return fc.oneof(...(schema.oneOf ?? schema.anyOf)!.map((option) => fitting(option, depth + 1)));
  switch (schema.type) {
    case 'string':
      return fc.oneof(
        fc.string({ maxLength: 60 }),
        fc.constantFrom(
          'abc',
          'abc@pid',
          '0',
          '18446744073709551615',
          '18446744073709551616',
          '11111111111111111111111111111111',
          `0x${'ab'.repeat(32)}`,
          '00000000-0000-4000-8000-000000000000',
          'https://game.example',
          'AAAA',
          '\ud800',
        ),
      );
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 2 ** 31 - 1, 2 ** 31 - 1) }),
        fc.maxSafeInteger(),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, depth + 1), { maxLength: 3 });
    case 'object': {
      const known = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [
          name,
          valueFor(property, depth + 1),
        ]),
      );
      return fc.record(known, { requiredKeys: schema.required ?? [] });
    }
    default:
      return fc.anything({ maxDepth: 1 }).filter((value) => JSON.stringify(value) !== undefined);
  }
}

function requestFor(path: string, operation: Operation): fc.Arbitrary<{ path: string; body: unknown }> {
  const segment = fc.oneof(
    fc.constantFrom(
      'abc',
      'abc@pid',
      '00000000-0000-4000-8000-000000000000',
      '11111111111111111111111111111111',
    ),
    fc.string({ minLength: 1, maxLength: 40 }),
  );
  const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const query = fc.dictionary(
    fc.constantFrom(
      'x',
      ...operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    ),
    fc.string({ maxLength: 30 }),
    { maxKeys: 3 },
  );
  const schema = operation.requestBody?.content['application/json']?.schema;
  return fc
    .record({
      segments: fc.tuple(...names.map(() => segment)),
      query,
      body: schema ? valueFor(schema) : fc.constant(undefined),
    })
    .map(({ segments, query: pairs, body }) => ({
      path: `${names.reduce((filled, name, index) => filled.replace(`{${name}}`, encode(String(segments[index]))), path)}?${Object.entries(
        pairs,
      )
        .map(([key, value]) => `${key}=${encode(value)}`)
        .join('&')}`,
      body,
    }));
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

test.each(operations.map((entry) => [`${entry.method} ${entry.path}`, entry] as const))(
  '%s responds to every input as the contract declares',
  async (_name, { path, method, operation }) => {
    const player = await newPlayer(service);
    const cookie = `pid_access=${player.client.cookie('pid_access')}`;
    await fc.assert(
      fc.asyncProperty(
        requestFor(path, operation),
        fc.boolean(),
        async ({ path: target, body }, signedIn) => {
          const answer = await service
            .client()
            .send(
              method,
              target,
              body === undefined ? undefined : JSON.stringify(body),
              signedIn ? { cookie } : {},
            );
          expect(answer.status, answer.text).not.toBe(500);
          if (answer.status >= 400) {
            const isStandard = operation.tags.includes('oidc');
            expect(Object.keys(answer.body).toSorted(), answer.text).toEqual(
              isStandard ? ['error', 'error_description'] : ['message', 'statusCode'],
            );
            if (!isStandard) expect(answer.body.statusCode).toBe(answer.status);
          }
        },
      ),
      runs(3, 25),
    );
  },
);
