import { ruleKeyword } from '../schemas.ts';

export type Json = Record<string, unknown>;

/** Moves schemas with a `title` into the components and leaves a reference. Removes our own keyword. */
export function hoist(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => hoist(entry, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { title, ...rest } = schema as Json;
  const copy: Json = {};
  for (const [key, value] of Object.entries(rest))
    if (key !== ruleKeyword) copy[key] = isValue(key) ? value : hoist(value, schemas);
  return typeof title === 'string' ? refer(title, copy, schemas) : copy;
}

function isValue(key: string): boolean {
  return key === 'enum' || key === 'default' || key === 'example';
}

/** Properties that apply only in one place, such as `nullable`, stay beside the reference. */
function refer(title: string, { nullable, description, ...shape }: Json, schemas: Json): Json {
  const $ref = `#/components/schemas/${title}`;
  const known = (schemas[title] ??= description === undefined ? shape : { ...shape, description }) as Json;
  const beside = {
    // OpenAPI 3.0 allows `nullable` only beside a type.
    ...(nullable === undefined ? {} : { type: shape['type'] ?? 'object', nullable }),
    ...(description === undefined || description === known['description'] ? {} : { description }),
  };
  return Object.keys(beside).length === 0 ? { $ref } : { ...beside, allOf: [{ $ref }] };
}
