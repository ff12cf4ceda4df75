import type { CookieName, Operation } from '../declare.ts';
import type { Json } from './hoist.ts';

const descriptions: Record<CookieName, string> = {
  pid_access: 'Session cookie of a signed-in user, valid 15 minutes.',
  pid_refresh:
    'Rotating refresh token of a session, valid 30 days, sent only to /v1/auth. POST /v1/auth/refresh exchanges it for new session cookies.',
  pid_claim:
    'Claim ticket of a sign-in that has no identity yet, valid 15 minutes and once, sent only to /v1/auth. The sign-in callback sets it.',
  pid_passkey:
    'Ties a passkey sign-in to the browser that began it, valid ten minutes, sent only to /v1/auth. POST /v1/auth/passkey/options sets it.',
  pid_device:
    'Recognises a browser that has begun a sign-in before, for 400 days, sent only to /v1/auth. It authorizes nothing.',
};

/** The cookies that prove a caller. */
export function cookieSchemes(operations: readonly Operation[]): Json {
  const names = new Set<CookieName>([
    'pid_access',
    ...operations.flatMap(({ requiresCookie = [] }) => requiresCookie),
  ]);
  return Object.fromEntries(
    [...names].map((name) => [name, { type: 'apiKey', in: 'cookie', name, description: descriptions[name] }]),
  );
}

/** The cookies that a request may carry beside those of its security. */
export function cookieParameters({ readsCookies = [] }: Operation): Json[] {
  return readsCookies.map((name) => ({
    name,
    in: 'cookie',
    required: false,
    description: descriptions[name],
    schema: { type: 'string' },
  }));
}
