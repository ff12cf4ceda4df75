import type { TObject } from 'typebox';
import { describe, expect, test } from 'vitest';
import { errorTable, operations, paths, type Operation } from '../src/index.ts';

const declared: readonly Operation[] = Object.values(operations);

describe.each(declared)('$operationId', (operation) => {
  const names = (schema: unknown) => Object.keys((schema as TObject | undefined)?.properties ?? {});

  test('gives each name one place, so that a call takes one object', () => {
    const all = [...names(operation.params), ...names(operation.query), ...names(operation.body)];
    expect(all).toEqual([...new Set(all)]);
    expect(operation.method === 'GET' || operation.query === undefined).toBe(true);
    expect([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(
      names(operation.params),
    );
  });

  test('says what every field means', () => {
    const silent: string[] = [];
    for (const part of ['params', 'query', 'body', 'reply'] as const)
      collectSilent(operation[part], part, silent);
    expect(silent).toEqual([]);
  });

  test('has an example with nothing unknown in it', () => {
    const known = [...names(operation.params), ...names(operation.query), ...names(operation.body)];
    expect(
      Object.keys(operation.example ?? { 'no example': 1 }).filter((name) => !known.includes(name)),
    ).toEqual([]);
  });
});

interface Node {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

/** Every property says what it is, unless it is made of parts that do. */
function collectSilent(schema: unknown, path: string, silent: string[]): void {
  if (typeof schema !== 'object' || schema === null) return;
  const node = schema as Node;
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    const place = `${path}.${name}`;
    const inner = property.items ?? property;
    if (!property.description && !inner.properties && !inner.anyOf && !inner.oneOf) silent.push(place);
    collectSilent(property, place, silent);
  }
  for (const inner of [node.items, ...(node.anyOf ?? []), ...(node.oneOf ?? [])])
    collectSilent(inner, path, silent);
}

test('every refusal that an operation names is in the table, once', () => {
  for (const { errors = [] } of declared) {
    expect(errors.filter((code) => !(code in errorTable))).toEqual([]);
    expect(errors).toEqual([...new Set(errors)]);
  }
});

test('addresses are written once', () => {
  expect(new Set(Object.values(paths)).size).toBe(Object.keys(paths).length);
});
