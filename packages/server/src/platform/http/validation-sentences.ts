import { ruleKeyword } from '@pid/contract';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';

interface RuleSchema {
  [ruleKeyword]?: string;
  enum?: unknown[];
}

export type ValidationError = FastifySchemaValidationError & { parentSchema?: RuleSchema };

/** One sentence per broken rule, each beginning with the path of the field, without duplicates. */
export function validationSentences(errors: readonly ValidationError[], part: string): string[] {
  const sentences = new Set<string>();
  const fieldsWithOwnRule = new Set(errors.filter(ownRule).map((error) => fieldPath(error.instancePath)));
  for (const error of errors) {
    // `if`/`anyOf` only report that a branch failed; the errors of the branches say more.
    if (error.keyword === 'if') continue;
    const field = fieldPath(error.instancePath);
    const rule = ownRule(error);
    if (
      !rule &&
      fieldsWithOwnRule.has(field) &&
      error.keyword !== 'required' &&
      error.keyword !== 'additionalProperties'
    )
      continue;
    sentences.add(rule ? `${field || part} ${rule}` : defaultSentence(error, field, part));
  }
  return [...sentences];
}

function ownRule(error: ValidationError): string | undefined {
  if (error.keyword === 'required' || error.keyword === 'additionalProperties') return undefined;
  return error.parentSchema?.[ruleKeyword];
}

function defaultSentence(error: ValidationError, field: string, part: string): string {
  const subject = field || part;
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return `${join(field, String(params['missingProperty']))} is required`;
    case 'additionalProperties':
      return `${join(field, String(params['additionalProperty']))} is not a known field`;
    case 'type':
      return `${subject} must be ${article(String(params['type']))}`;
    case 'enum':
      return `${subject} must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'const':
      return `${subject} must be ${JSON.stringify(params['allowedValue'])}`;
    case 'minLength':
      return Number(params['limit']) === 1
        ? `${subject} must not be empty`
        : `${subject} must have at least ${params['limit']} characters`;
    case 'maxLength':
      return `${subject} must have at most ${params['limit']} characters`;
    case 'minItems':
      return `${subject} must have at least ${params['limit']} entries`;
    case 'maxItems':
      return `${subject} must have at most ${params['limit']} entries`;
    case 'uniqueItems':
      return `${subject} must not repeat an entry`;
    case 'minimum':
      return `${subject} must be at least ${params['limit']}`;
    case 'maximum':
      return `${subject} must be at most ${params['limit']}`;
    default:
      return `${subject} is not valid`;
  }
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function join(parent: string, child: string): string {
  return parent ? `${parent}.${child}` : child;
}

/** Turns `/calls/0/to` into `calls[0].to`. */
function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((whole, segment) => (/^\d+$/.test(segment) ? `${whole}[${segment}]` : join(whole, segment)), '');
}
