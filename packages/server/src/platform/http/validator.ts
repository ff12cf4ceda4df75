import { Ajv, type AnySchema } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { ruleKeyword } from './validation-sentences.ts';

/** Bodies mean what they say: "1" is no number there. Query strings and paths are text, so numbers are read from it. */
export function createValidatorCompiler(): FastifySchemaCompiler<AnySchema> {
  const strict = newAjv(false);
  const coercing = newAjv(true);
  return ({ schema, httpPart }) => (httpPart === 'body' ? strict : coercing).compile(schema);
}

function newAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    coerceTypes,
    useDefaults: true,
    removeAdditional: false,
    strict: false,
  });
  ajv.addKeyword(ruleKeyword);
  // Formats document the replies; what is checked is checked by pattern.
  ajv.addFormat('date-time', true);
  ajv.addFormat('uri', true);
  return ajv;
}
