import type { Operation } from '../declare.ts';
import type { Json } from './hoist.ts';

const integer = { type: 'integer' };
const string = { type: 'string' };

export const headerComponents: Json = {
  'pid-error': {
    required: true,
    description:
      'Error code for programs: an RFC 9651 item with parameters, for example `insufficient_balance; needed=2600; available=1000`. Rupiah and small integers are numbers; chain amounts are strings.',
    schema: string,
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: integer },
  'Idempotent-Replay': {
    description: '`true` if this is the stored response of an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
  Deprecation: {
    description: 'Date of the deprecation (RFC 9745): `@` and a unix timestamp in seconds.',
    schema: string,
  },
  Link: {
    description: 'Operation that replaces this one, with `rel="successor-version"`.',
    schema: string,
  },
  Location: { description: 'URL to continue at.', schema: string },
  'RateLimit-Limit': {
    description:
      'Number of requests that one window allows to this caller in this class. `x-limit` says whether the window is a minute or an hour.',
    schema: integer,
  },
  'RateLimit-Remaining': { description: 'Number of requests left in the window.', schema: integer },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', schema: integer },
};

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Key that the caller chooses, 1-128 visible ASCII characters. A repeated request with the same key returns the first response; another request with the same key is refused. Errors are not stored, so a failed request can be retried with the same key. Keys are kept for at least 24 hours.',
  schema: { type: 'string', pattern: String.raw`^[\x21-\x7e]{1,128}$` },
};

const assertion: Json = {
  name: 'pid-assertion',
  in: 'header',
  required: false,
  description:
    'A passkey’s signature over this request, with the challenge of POST /v1/step-up/options. Single-use.',
  schema: string,
};

/** Headers that a request can carry in addition to those that authenticate it. */
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

export function references(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
