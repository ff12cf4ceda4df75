import { ruleKeyword, strictSchema } from '@pid/contract';
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { type AppError, invalid } from '../errors/index.ts';
import { illFormed, isPlainText } from './plain-values.ts';
import { sizeSentences } from './size-check.ts';
import { validationSentences, type ValidationError } from './validation-sentences.ts';

const strict = compilerOnce(false);
const coercing = compilerOnce(true);
const serializer = once((schema: AnySchema) =>
  fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0]),
);

/** Bodies mean what they say: "1" is no number there. Query strings and paths are text, so numbers are read from it. */
export function createValidatorCompiler(): FastifySchemaCompiler<AnySchema> {
  return ({ schema, httpPart }) => {
    const compiled = httpPart === 'body' ? strict(schema) : coercing(schema);
    const part = httpPart ?? 'body';
    const check = (value: unknown) => {
      const tooLong = sizeSentences(schema, value, part);
      if (tooLong.length > 0) return { error: invalid(...tooLong) };
      const validate = compiled();
      const isValid = validate(value);
      check.errors = (validate.errors ?? []) as ValidationError[];
      const strange = isValid && part !== 'body' ? strangeValue(value) : null;
      return strange === null ? isValid : { error: strange };
    };
    check.errors = null as ValidationError[] | null;
    return check;
  };
}

/** Answers are written by their schema. */
export function createSerializerCompiler(): FastifySerializerCompiler<AnySchema> {
  return ({ schema }) => {
    const serialize = serializer(schema);
    return (value) => serialize()(value);
  };
}

/** For what arrives inside something else: the sentences about it, none when it fits. */
export function createValidator(schema: TSchema, part: string): (value: unknown) => string[] {
  const closed = strictSchema(schema);
  const compiled = strict(closed);
  return (value) => {
    const tooLong = sizeSentences(closed, value, part);
    const validate = compiled();
    if (tooLong.length > 0 || validate(value)) return tooLong;
    return validationSentences(validate.errors as ValidationError[], part);
  };
}

/**
 * Which value of a query or path no store would take. Bodies were looked at when they were parsed; numbers there are finite by their
 * schema, while here `1e400` is read as one after the schema's look.
 */
function strangeValue(values: unknown): AppError | null {
  for (const [name, value] of Object.entries(values as Record<string, unknown>))
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (typeof entry === 'string' && !isPlainText(entry)) return illFormed(name);
      if (typeof entry === 'number' && !Number.isFinite(entry))
        return invalid(`${name} must be a finite number`);
    }
  return null;
}

function compilerOnce(coerceTypes: boolean): (schema: AnySchema) => () => ValidateFunction {
  const ajv = newAjv(coerceTypes);
  return once((schema: AnySchema) => ajv.compile(schema));
}

/** Compiling takes milliseconds, and would be most of a start: a schema is compiled when first used, once for all routes and services that have it. */
function once<T>(compile: (schema: AnySchema) => T): (schema: AnySchema) => () => T {
  const known = new Map<string, T>();
  return (schema) => {
    let compiled: T | undefined;
    return () => {
      if (compiled !== undefined) return compiled;
      const text = JSON.stringify(schema);
      compiled = known.get(text) ?? compile(schema);
      known.set(text, compiled);
      return compiled;
    };
  };
}

function newAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    coerceTypes,
    useDefaults: true,
    removeAdditional: false,
    strict: false,
    // JSON may write 1e400, which is read as infinity.
    strictNumbers: true,
  });
  ajv.addKeyword(ruleKeyword);
  // Formats document the replies; what is checked is checked by pattern.
  ajv.addFormat('date-time', true);
  ajv.addFormat('uri', true);
  return ajv;
}
