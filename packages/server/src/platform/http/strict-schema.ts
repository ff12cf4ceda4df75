import type { TSchema } from 'typebox';

/** The same schema with every object closed, but for those that say `additionalProperties` themselves. */
export function strictSchema(schema: TSchema): TSchema {
  return close(schema) as TSchema;
}

function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    copy[key] = key === 'enum' || key === 'default' || key === 'const' ? value : close(value);
  }
  if (copy['type'] === 'object' && !('additionalProperties' in copy) && !('patternProperties' in copy))
    copy['additionalProperties'] = false;
  return copy;
}
