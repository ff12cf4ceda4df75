import type { CookieName, Operation } from '../declare.ts';
import type { Json } from './hoist.ts';

const descriptions: Record<CookieName, string> = {
  pid_access: 'Session cookie of a signed-in player, valid for 15 minutes.',
  pid_refresh:
    'Rotating refresh token of a session, valid for 30 days and sent only to /v1/auth. POST /v1/auth/refresh exchanges it for new session cookies.',
  pid_claim:
    'Claim ticket of a sign-in that has no identity yet. Single-use, valid for 15 minutes and sent only to /v1/auth. The sign-in callback sets it.',
  pid_passkey:
    'Binds a passkey sign-in to the browser that started it. Valid for ten minutes and sent only to /v1/auth. POST /v1/auth/passkey/options sets it.',
  pid_device:
    'Recognizes a browser that has started a sign-in before. Valid for 400 days and sent only to /v1/auth. It authorizes nothing.',
};

export function cookieSchemes(operations: readonly Operation[]): Json {
  const names = new Set<CookieName>([
    'pid_access',
    ...operations.flatMap(({ requiresCookie = [] }) => requiresCookie),
  ]);
  return Object.fromEntries(
    [...names].map((name) => [name, { type: 'apiKey', in: 'cookie', name, description: descriptions[name] }]),
  );
}

/** Cookies that a request can carry in addition to those that authenticate it. */
export function cookieParameters({ readsCookies = [] }: Operation): Json[] {
  return readsCookies.map((name) => ({
    name,
    in: 'cookie',
    required: false,
    description: descriptions[name],
    schema: { type: 'string' },
  }));
}
