import type { Operation } from '../declare.ts';
import type { Json } from './hoist.ts';

const integer = { type: 'integer' };
const string = { type: 'string' };

export const headerComponents: Json = {
  'pid-error': {
    required: true,
    description:
      'Which refusal it is, for programs: an RFC 9651 item with parameters, such as `insufficient_balance; needed=2600; available=1000`. Rupiah and small integers are bare, chain amounts are strings.',
    schema: string,
  },
  'Retry-After': { description: 'In how many seconds to try again.', schema: integer },
  'Idempotent-Replay': {
    description: '`true` when this is the first answer again, because the key had been used.',
    schema: { type: 'string', enum: ['true'] },
  },
  Deprecation: {
    description: 'Since when the operation is deprecated (RFC 9745), as `@` and unix seconds.',
    schema: string,
  },
  Link: {
    description: 'The operation that replaces this one, as `rel="successor-version"`.',
    schema: string,
  },
  Location: { description: 'Where to go on.', schema: string },
  'RateLimit-Limit': {
    description:
      'Requests of this caller in this class that one window allows: a minute or an hour, see `x-limit`.',
    schema: integer,
  },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: integer },
  'RateLimit-Reset': { description: 'In how many seconds they begin anew.', schema: integer },
};

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    '1-128 visible ASCII characters of the caller’s choice. The same request again under the same key is answered as the first one was; another request under it is refused. Refusals are not remembered.',
  schema: { type: 'string', pattern: String.raw`^[\x21-\x7e]{1,128}$` },
};

const assertion: Json = {
  name: 'pid-assertion',
  in: 'header',
  required: false,
  description:
    'A passkey’s signature over this very request, with the challenge of POST /v1/step-up/options. Single use.',
  schema: string,
};

/** Headers that a request may carry beside those of its security. */
export function headerParameters({ idempotent, stepUp }: Operation): Json[] {
  return [
    ...(idempotent ? [{ ...idempotencyKey, required: idempotent === 'required' }] : []),
    ...(stepUp ? [assertion] : []),
  ];
}

export function headersOfSuccess({ idempotent, setsCookies = [], status, ...operation }: Operation): Json {
  return {
    ...references([
      ...(idempotent ? ['Idempotent-Replay'] : []),
      ...(status === 302 ? ['Location'] : []),
      ...ofEveryAnswer(operation),
    ]),
    ...(setsCookies.length > 0
      ? {
          'Set-Cookie': {
            description: `Sets or clears ${setsCookies.join(', ')}.`,
            schema: string,
          },
        }
      : {}),
  };
}

export function headersOfRefusal(operation: Pick<Operation, 'deprecated'>, status: number): Json {
  return references([
    'pid-error',
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...ofEveryAnswer(operation),
  ]);
}

function ofEveryAnswer({ deprecated }: Pick<Operation, 'deprecated'>): string[] {
  return [
    ...(deprecated ? ['Deprecation', 'Link'] : []),
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
  ];
}

function references(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
