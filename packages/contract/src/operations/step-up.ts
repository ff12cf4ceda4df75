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
    summary: 'Returns the passkey challenge that confirms one request',
    description:
      'The challenge is `PID:STEPUP\\0`, followed by the sha256 of the canonical JSON (RFC 8785) of [method, path, query, body or null], followed by 32 random bytes. Repeat the request with the header `pid-assertion`: the Assertion as JSON, in base64url.',
    access: 'user',
    limitPer: 'session',
    allowSuspended: true,
    body: Type.Object({
      operation: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'operationId of the operation to confirm.',
      }),
      params: Type.Optional(textsByName('Path parameters of the request, by name.')),
      query: Type.Optional(textsByName('Query parameters of the request, by name.')),
      body: Type.Optional(
        Type.Unsafe<unknown>({ description: 'Body of the request, exactly as it will be sent.' }),
      ),
    }),
    reply: Type.Object(
      {
        ...stepUpOptionFields,
        expiresAt: instant('Time at which the challenge expires, after five minutes.'),
      },
      { title: 'StepUpOptions' },
    ),
    errors: ['operation_unknown', 'step_up_required', 'new_passkey_awaited', 'validation_failed'],
    example: { operation: 'endOtherSessions' },
  },
});
