import { concretePath } from '@pid/protocol';
import { Type } from 'typebox';
import { descriptorSchema } from '../credentials/index.ts';
import { commonErrors, defineError } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { challengeTtlSeconds, stepUpOptions, type StepUpDeps } from './open-step-up.ts';

const operationUnknown = defineError(
  'operation_unknown',
  400,
  () => ['operation must be one that asks for step-up'],
  'No such operation asks for step-up',
);
const textsByName = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: 32,
  additionalProperties: { type: 'string', maxLength: 512 },
});

/** `routes` are all that there are: the operations that declare step-up are found among them. */
export function stepUpRoutes(deps: StepUpDeps, routes: readonly Route[]): Route[] {
  const operations = new Map(
    routes.filter(({ stepUp }) => stepUp).map((operation) => [operation.operationId, operation]),
  );
  return [
    route({
      method: 'POST',
      path: '/v1/step-up/options',
      operationId: 'stepUpOptions',
      summary: 'What a passkey must sign to confirm one request',
      description:
        'The challenge is `PID:STEPUP\\0`, the sha256 of the canonical JSON (RFC 8785) of [method, path, query, body or null], and 32 random bytes. The request is repeated with the header `pid-assertion`: the base64url of the Assertion as JSON.',
      tag: 'auth',
      access: 'user',
      allowSuspended: true,
      body: Type.Object({
        operation: Type.String({ minLength: 1, maxLength: 64 }),
        params: Type.Optional(textsByName),
        query: Type.Optional(textsByName),
        body: Type.Optional(Type.Unsafe<unknown>({ description: 'The body as it will be sent' })),
      }),
      reply: Type.Object(
        {
          challenge: Type.String(),
          allowCredentials: Type.Array(descriptorSchema),
          userVerification: schemas.literals(['required']),
          expiresAt: schemas.dateTime,
        },
        { title: 'StepUpOptions' },
      ),
      errors: [operationUnknown, commonErrors.stepUpRequired, commonErrors.validationFailed],
      async handle({ caller, body }) {
        const operation = operations.get(body.operation);
        if (!operation) throw operationUnknown();
        const expiresAt = new Date(deps.clock.nowMillis() + challengeTtlSeconds * 1000).toISOString();
        const { challenge, allowCredentials, userVerification } = await stepUpOptions(deps, caller, {
          method: operation.method,
          path: pathOf(operation, body.params ?? {}),
          query: body.query ?? {},
          body: body.body ?? null,
        });
        return { challenge, allowCredentials, userVerification, expiresAt };
      },
    }),
  ];
}

function pathOf(operation: Route, params: Record<string, string>): string {
  try {
    return concretePath(operation.path, params);
  } catch {
    throw commonErrors.validationFailed(`params must name what stands in ${operation.path}`);
  }
}
