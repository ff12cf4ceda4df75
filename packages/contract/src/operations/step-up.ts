import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { instant } from '../schemas.ts';
import { stepUpOptionFields } from '../shapes/passkeys.ts';

const textsByName = (description: string) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    maxProperties: 32,
    additionalProperties: { type: 'string', maxLength: 512 },
    description,
  });

export const stepUp = declare('auth', {
  stepUpOptions: {
    summary: 'What a passkey must sign to confirm one request',
    description:
      'The challenge is `PID:STEPUP\\0`, the sha256 of the canonical JSON (RFC 8785) of [method, path, query, body or null], and 32 random bytes. The request is repeated with the header `pid-assertion`: the base64url of the Assertion as JSON.',
    access: 'user',
    limitPer: 'session',
    allowSuspended: true,
    body: Type.Object({
      operation: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Name of the operation that is confirmed: its operationId.',
      }),
      params: Type.Optional(textsByName('What stands in its address, by name.')),
      query: Type.Optional(textsByName('Its query, by name.')),
      body: Type.Optional(Type.Unsafe<unknown>({ description: 'The body as it will be sent' })),
    }),
    reply: Type.Object(
      {
        ...stepUpOptionFields,
        expiresAt: instant('Until when the challenge is good: five minutes.'),
      },
      { title: 'StepUpOptions' },
    ),
    errors: ['operation_unknown', 'step_up_required', 'validation_failed'],
    example: { operation: 'endOtherSessions' },
  },
});
