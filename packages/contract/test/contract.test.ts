import type { TObject } from 'typebox';
import { describe, expect, test } from 'vitest';
import { errorTable, operations, paths, type Operation } from '../src/index.ts';

const declared: readonly Operation[] = Object.values(operations);

describe.each(declared)('$operationId', (operation) => {
  const names = (schema: unknown) => Object.keys((schema as TObject | undefined)?.properties ?? {});

  test('uses each name in only one of path, query and body', () => {
    const all = [...names(operation.params), ...names(operation.query), ...names(operation.body)];
    expect(all).toEqual([...new Set(all)]);
    expect(operation.method === 'GET' || operation.query === undefined).toBe(true);
    expect([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(
      names(operation.params),
    );
  });

  test('describes every field', () => {
    const undescribed: string[] = [];
    for (const part of ['params', 'query', 'body', 'reply'] as const)
      collectUndescribed(operation[part], part, undescribed);
    expect(undescribed).toEqual([]);
  });

  test('has an example without unknown fields', () => {
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

/** A property needs a description unless its parts have their own. */
function collectUndescribed(schema: unknown, path: string, undescribed: string[]): void {
  if (typeof schema !== 'object' || schema === null) return;
  const node = schema as Node;
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    const place = `${path}.${name}`;
    const inner = property.items ?? property;
    if (!property.description && !inner.properties && !inner.anyOf && !inner.oneOf) undescribed.push(place);
    collectUndescribed(property, place, undescribed);
  }
  for (const inner of [node.items, ...(node.anyOf ?? []), ...(node.oneOf ?? [])])
    collectUndescribed(inner, path, undescribed);
}

test('lists each error code of an operation once, and only known ones', () => {
  for (const { errors = [] } of declared) {
    expect(errors.filter((code) => !(code in errorTable))).toEqual([]);
    expect(errors).toEqual([...new Set(errors)]);
  }
});

test('gives every operation its own method and path', () => {
  expect(new Set(Object.values(paths)).size).toBe(Object.keys(paths).length);
});
