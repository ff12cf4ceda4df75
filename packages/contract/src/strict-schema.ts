import type { TSchema } from 'typebox';

/**
 * Closes every object that does not set `additionalProperties` itself, and limits every integer to the range that a double
 * represents exactly.
 */
export function strictSchema(schema: TSchema): TSchema {
  return close(bound(schema)) as TSchema;
}

/** Queries and paths may have undeclared fields, but their numbers are limited too. */
export function boundedSchema(schema: TSchema): TSchema {
  return bound(schema) as TSchema;
}

function bound(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(bound);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, isValueKeyword(key) ? value : bound(value)]),
  );
  if (copy['type'] === 'integer') {
    copy['minimum'] ??= Number.MIN_SAFE_INTEGER;
    copy['maximum'] ??= Number.MAX_SAFE_INTEGER;
  }
  return copy;
}

function isValueKeyword(key: string): boolean {
  return key === 'enum' || key === 'default' || key === 'const';
}

function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    copy[key] = isValueKeyword(key) ? value : close(value);
  }
  if (copy['type'] === 'object' && !('additionalProperties' in copy) && !('patternProperties' in copy))
    copy['additionalProperties'] = false;
  return copy;
}
