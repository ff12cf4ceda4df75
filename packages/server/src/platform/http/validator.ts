import { ruleKeyword, strictSchema } from '@pid/contract';
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { type ServiceError, invalid } from '../errors/index.ts';
import { illFormed, isPlainText } from './plain-values.ts';
import { sizeSentences } from './size-check.ts';
import { validationSentences, type ValidationError } from './validation-sentences.ts';

const strict = compilerOnce(false);
const coercing = compilerOnce(true);
const serializer = once((schema: AnySchema) =>
  fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0]),
);

/**
 * Bodies are not coerced: "1" is not a number there. Query strings and paths are text, so numbers are parsed
 * from it.
 */
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

/** Serializes responses by their schema. */
export function createSerializerCompiler(): FastifySerializerCompiler<AnySchema> {
  return ({ schema }) => {
    const serialize = serializer(schema);
    return (value) => serialize()(value);
  };
}

/** Validates a value that is part of another one. Returns the sentences about it; none if it is valid. */
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
 * Finds a value of a query or path that no database would accept. Bodies were checked when they were parsed,
 * and their schema allows only finite numbers. Here `1e400` becomes infinity after the schema check.
 */
function strangeValue(values: unknown): ServiceError | null {
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

/**
 * Compiling takes milliseconds and would dominate the start. A schema is compiled on first use, once for all
 * routes and services that share it.
 */
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
    // JSON may contain 1e400, which is parsed as infinity.
    strictNumbers: true,
  });
  ajv.addKeyword(ruleKeyword);
  // Formats only document the responses; values are checked by pattern.
  ajv.addFormat('date-time', true);
  ajv.addFormat('uri', true);
  return ajv;
}
