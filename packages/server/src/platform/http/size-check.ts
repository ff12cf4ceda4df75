import { ruleKeyword } from '@pid/contract';

interface Shape {
  readonly type?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly [ruleKeyword]?: string;
}

/** Used where a schema sets no limit. */
const lengthMax = 16_384;
const itemsMax = 100;
/** More than a client sends by misspelling. */
const strangersMax = 10;
const sentencesMax = 20;

/**
 * Sentences about values that are too long. Runs before the schema validation, which checks every element and
 * creates an error for each. Arrays and texts are refused by their length, objects by their number of unknown
 * fields.
 */
export function sizeSentences(schema: unknown, value: unknown, part: string): string[] {
  const sentences: string[] = [];
  collect(schema as Shape, value, '', part, sentences);
  return sentences;
}

function collect(shape: Shape, value: unknown, field: string, part: string, sentences: string[]): void {
  if (sentences.length >= sentencesMax) return;
  const say = (limit: string) => sentences.push(`${field || part} ${shape[ruleKeyword] ?? limit}`);
  const alternatives = shape.anyOf ?? shape.oneOf;
  if (alternatives) {
    const each = alternatives.map((alternative) => sizeSentences(alternative, value, field || part));
    if (each.every((found) => found.length > 0)) say(each[0]![0]!.slice((field || part).length + 1));
  } else if (typeof value === 'string') {
    // The schema counts characters; one character has at most two UTF-16 units.
    const max = shape.maxLength ?? lengthMax;
    if (value.length > 2 * max) say(`must have at most ${max} characters`);
  } else if (Array.isArray(value)) {
    const max = shape.maxItems ?? itemsMax;
    if (value.length > max) say(`must have at most ${max} entries`);
    else if (shape.items)
      for (const [index, entry] of value.entries())
        collect(shape.items, entry, `${field}[${index}]`, part, sentences);
  } else if (typeof value === 'object' && value !== null && shape.properties) {
    const names = Object.keys(value);
    const known = names.filter((name) => Object.hasOwn(shape.properties!, name));
    if (shape.additionalProperties === false && names.length - known.length > strangersMax)
      say(`must not have ${names.length - known.length} unknown fields`);
    for (const name of known)
      collect(
        shape.properties[name]!,
        (value as Record<string, unknown>)[name],
        field ? `${field}.${name}` : name,
        part,
        sentences,
      );
  }
}
