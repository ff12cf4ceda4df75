import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { everything, minimal } from './support/chart.ts';
import { read } from './support/deploy-files.ts';

interface Schema {
  readonly properties?: Record<string, Schema>;
}
const schema = JSON.parse(read('deploy/helm/values.schema.json')) as Schema;
const values = parse(read('deploy/helm/values.yaml')) as Record<string, unknown>;
const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of the values that the schema names one by one. */
function namedBy({ properties = {} }: Schema, path: string[] = []): string[] {
  return Object.entries(properties).flatMap(([name, inner]) =>
    inner.properties ? namedBy(inner, [...path, name]) : [[...path, name].join('.')],
  );
}
function valueAt(path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isMap(value) ? value[name] : undefined), values);
}

test('the schema of the chart accepts its values, and names no value that has no default', () => {
  const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
  const sandbox = parse(read('deploy/helm/values-sandbox.yaml')) as object;
  for (const set of [values, everything, minimal, sandbox])
    expect([validate(set), validate.errors]).toEqual([true, null]);
  // Helm's own value, and a field of resources that few need.
  const optional = ['global', 'resources.claims'];
  const without = namedBy(schema).filter((path) => valueAt(path) === undefined && !optional.includes(path));
  expect(without).toEqual([]);
  expect(validate({ ...values, replica: 3 })).toBe(false);
});

test('the handbook names only values of the chart that exist, and every part that can be turned on', () => {
  const table = /\| value \| meaning \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(read('docs/operations.md'))![1]!;
  const named = table
    .trim()
    .split('\n')
    .flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((path) => valueAt(path) === undefined)).toEqual([]);
  const text = read('docs/operations.md');
  const elsewhere = [
    ...text.matchAll(/`((?:autoscaling|caBundle|ingress|networkPolicy|podMonitor)\.[\w.]+)`/g),
  ];
  expect(elsewhere.map(([, path]) => path!).filter((path) => valueAt(path) === undefined)).toEqual([]);
  const off = namedBy(schema).filter((path) => path.endsWith('.enabled') && valueAt(path) === false);
  expect(off.filter((path) => !named.includes(path))).toEqual([]);
});
