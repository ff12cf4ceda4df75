import { ruleKeyword, strictSchema } from '@pid/contract';
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { type AppError, invalid } from '../errors/index.ts';
import { illFormed, isPlainText } from './plain-values.ts';
import { sizeSentences } from './size-check.ts';
import { validationSentences, type ValidationError } from './validation-sentences.ts';

const strict = compilerOnce(false);
const coercing = compilerOnce(true);

/** Bodies mean what they say: "1" is no number there. Query strings and paths are text, so numbers are read from it. */
export function createValidatorCompiler(): FastifySchemaCompiler<AnySchema> {
  return ({ schema, httpPart }) => {
    const validate = httpPart === 'body' ? strict(schema) : coercing(schema);
    if (httpPart === 'response') return validate;
    const part = httpPart ?? 'body';
    const check = (value: unknown) => {
      const tooLong = sizeSentences(schema, value, part);
      if (tooLong.length > 0) return { error: invalid(...tooLong) };
      const isValid = validate(value);
      check.errors = (validate.errors ?? []) as ValidationError[];
      const strange = isValid && part !== 'body' ? strangeValue(value) : null;
      return strange === null ? isValid : { error: strange };
    };
    check.errors = null as ValidationError[] | null;
    return check;
  };
}

/** For what arrives inside something else: the sentences about it, none when it fits. */
export function createValidator(schema: TSchema, part: string): (value: unknown) => string[] {
  const closed = strictSchema(schema);
  const validate = strict(closed);
  return (value) => {
    const tooLong = sizeSentences(closed, value, part);
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

/** Compiling takes milliseconds and most of a start: a schema is compiled once, however many routes and services have it. */
function compilerOnce(coerceTypes: boolean): (schema: AnySchema) => ValidateFunction {
  const ajv = newAjv(coerceTypes);
  const known = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const validate = known.get(text) ?? ajv.compile(schema);
    known.set(text, validate);
    return validate;
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
